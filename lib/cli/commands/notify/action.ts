import { createChannels, rendered } from '../../../channels/channels.ts';
import { channelIn } from '../../../channels/settings.ts';
import { isoInstant } from '../../../core/model/durations.ts';
import type { Links } from '../../../core/model/policy-document.ts';
import { counted } from '../../../core/model/visible-text.ts';
import { type DeadLetter, type Delivery, newDelivery } from '../../../core/notices/delivery.ts';
import type { Message } from '../../../core/notices/messages.ts';
import { type Sender, signedSubject } from '../../../core/notices/sender.ts';
import { parsePolicyOfAnyProfile } from '../../../documents/documents.ts';
import type { Outgoing, Store } from '../../../ports.ts';
import { parseLease } from '../../../run/inventory/lease-holder.ts';
import { addDelivery, readMessages } from '../../../run/publish/deliveries.ts';
import { keys } from '../../../run/store/keys.ts';
import { writeObject } from '../../../run/store/objects.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { deliverMessages, readChannelSettings } from '../../session/channels.ts';
import { type ExitStatus, exitStatus } from '../../shell/command-line.ts';
import { UsageError } from '../../shell/usage-error.ts';
import type { CommandContext } from '../command.ts';
import type { NotifyFlags, NotifyTestFlags } from './options.ts';

/** `headroom notify`: messages on their way to channels. No address and no key is ever printed. */

const testMessage = (sender: Sender, channel: string): Message => ({
  sender,
  urgent: false,
  onlyPagers: false,
  subject: signedSubject(sender, `test of channel ${channel}`),
  items: [
    {
      title: `Channel ${channel} works`,
      text: 'This message is a test. Nothing is wrong.',
      owner: 'headroom',
      action: {
        text: 'Nothing to do.',
        command: 'headroom notify list',
        page: '/',
        section: 'a-channel-does-not-work',
      },
      incident: { key: `test of ${channel}`, level: 'info', isOver: false },
    },
  ],
  omitted: 0,
});

/** Links of the policy in the store; none if there is no valid one. */
const linksIn = async (store: Store): Promise<Links> => {
  const document = (await store.get(keys.policy))?.body;
  if (document === undefined) return {};
  try {
    return parsePolicyOfAnyProfile(document, keys.policy).links ?? {};
  } catch {
    return {};
  }
};

/** Whose store it is, else the organization of the command line. */
const senderOf = async ({ line, flags }: CommandContext<NotifyFlags>, store: Store): Promise<Sender> => {
  const lease = await store.get(keys.lease);
  const { owner } = (lease && parseLease(lease.body)) ?? {};
  const organization = owner?.organization ?? flags.organization ?? line.environment.HEADROOM_ORGANIZATION;
  return { ...owner, organization: organization ?? 'unknown organization' };
};

const needSettings = async ({ line, flags }: CommandContext<NotifyFlags>): Promise<string> => {
  const organization = flags.organization ?? line.environment.HEADROOM_ORGANIZATION;
  const document = await readChannelSettings(line.environment, organization);
  if (document !== undefined) return document;
  throw new UsageError(
    'no channel settings on this machine: write the file of docs/notices.md, or set HEADROOM_CHANNELS or HEADROOM_CHANNELS_FILE',
  );
};

const isDeployment = ({ stack, bucket }: NotifyFlags): boolean => stack !== undefined || bucket !== undefined;

/** Tries a channel: from this machine, or by the functions of a deployment, which alone can read its address. */
export const test = async (context: CommandContext<NotifyTestFlags>, channel: string): Promise<void> => {
  const { flags, console, openStore } = context;
  const { store } = await openStore();
  const now = systemClock.now();
  const outgoing: Outgoing = {
    id: `${isoInstant(now)}~${channel}~test`,
    channel,
    message: testMessage(await senderOf(context, store), channel),
    links: await linksIn(store),
  };
  if (isDeployment(flags) && !flags.dryRun) {
    await addDelivery(store, newDelivery({ ...outgoing, others: [] }, now));
    console.line('The deployment sends the message within five minutes; headroom notify list shows whether it failed.');
    return;
  }
  const document = await needSettings(context);
  if (flags.dryRun) {
    const settings = channelIn(document, channel);
    if ('problem' in settings) throw new UsageError(settings.problem);
    const body = rendered(settings.kind, outgoing, { links: outgoing.links, approval: null });
    if (settings.kind === 'mail') console.line(body);
    else console.foreignJson(JSON.parse(body));
    return;
  }
  const channels = createChannels({ read: async () => document, approval: null, clock: systemClock });
  const failure = await channels.send(outgoing);
  if (failure !== null) throw new Error(`${channel}: ${failure.problem}`);
  console.answer({ channel, delivered: true }, () => console.line(`${channel} accepted the message.`));
};

const rowOf = (state: string) => (delivery: Delivery) => [
  delivery.channel,
  delivery.message.subject,
  state,
  delivery.attempts,
  state === 'waiting' ? delivery.nextAt : '-',
  delivery.error ?? '-',
];

/** Lists messages that wait for an attempt, and messages that failed for good. */
export const list = async ({ console, openStore }: CommandContext<NotifyFlags>): Promise<void> => {
  const { store } = await openStore();
  const waiting = await readMessages<Delivery>(store, keys.deliveries);
  const dead = await readMessages<DeadLetter>(store, keys.deadLetters);
  console.answer({ waiting, dead }, () => {
    console.records(
      ['channel', 'subject', 'state', 'attempts', 'next attempt', 'error'],
      [...waiting.map(rowOf('waiting')), ...dead.map(rowOf('failed'))],
    );
    console.line(`${waiting.length} waiting, ${dead.length} failed; headroom notify retry sends failed ones again.`);
  });
};

/** Sends what is due, from this machine. */
export const deliver = async (context: CommandContext<NotifyFlags>): Promise<ExitStatus> => {
  const { console, openStore } = context;
  const document = await needSettings(context);
  const result = await deliverMessages((await openStore()).store, document);
  const { delivered, waiting, dead } = result;
  console.answer(result, () => console.line(`${delivered} delivered, ${waiting} waiting, ${dead} failed for good.`));
  return dead === 0 ? exitStatus.ok : exitStatus.failed;
};

/** Puts dead letters back, to be sent by the next pass. */
export const retry = async (context: CommandContext<NotifyFlags>, channel: string | undefined): Promise<void> => {
  const { console, openStore } = context;
  const { store } = await openStore();
  const letters = await readMessages<DeadLetter>(store, keys.deadLetters);
  const chosen = letters.filter((letter) => channel === undefined || letter.channel === channel);
  for (const { diedAt: _, ...letter } of chosen) {
    const delivery: Delivery = { ...newDelivery(letter, systemClock.now()), createdAt: letter.createdAt };
    await writeObject(store, keys.delivery(letter.id), delivery);
    await store.delete(keys.deadLetter(letter.id));
  }
  console.answer({ retried: chosen.length }, () =>
    console.line(`${counted(chosen.length, 'message')} waiting for the next pass.`),
  );
};
