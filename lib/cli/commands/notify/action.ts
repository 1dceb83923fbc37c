import { createChannels, rendered } from '../../../channels/channels.ts';
import { channelIn } from '../../../channels/settings.ts';
import { isoInstant } from '../../../core/model/durations.ts';
import type { Links } from '../../../core/model/policy-document.ts';
import { type DeadLetter, type Delivery, newDelivery } from '../../../core/notices/delivery.ts';
import type { Message } from '../../../core/notices/messages.ts';
import { parsePolicyOfAnyProfile } from '../../../documents/documents.ts';
import type { Outgoing, Store } from '../../../ports.ts';
import { addDelivery, readMessages } from '../../../run/publish/deliveries.ts';
import { keys } from '../../../run/store/keys.ts';
import { writeObject } from '../../../run/store/objects.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { deliverMessages, readChannelSettings } from '../../session/channels.ts';
import { openCommandStore } from '../../session/open-store.ts';
import { type CommandLine, type ExitStatus, exitStatus } from '../../shell/command-line.ts';
import { consoleOf } from '../../shell/console.ts';
import { UsageError } from '../../shell/usage-error.ts';
import type { NotifyFlags, NotifyTestFlags } from './options.ts';

/** `headroom notify`: messages on their way to channels. No address and no key is ever printed. */

const testMessage = (channel: string): Message => ({
  urgent: false,
  onlyPagers: false,
  subject: `Headroom: test of channel ${channel}`,
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

const needSettings = async (line: CommandLine, flags: NotifyFlags): Promise<string> => {
  const organization = flags.organization ?? line.environment.HEADROOM_ORGANIZATION;
  const document = await readChannelSettings(line.environment, organization);
  if (document !== undefined) return document;
  throw new UsageError(
    'no channel settings on this machine: write the file of docs/notices.md, or set HEADROOM_CHANNELS or HEADROOM_CHANNELS_FILE',
  );
};

const isDeployment = ({ stack, bucket }: NotifyFlags): boolean => stack !== undefined || bucket !== undefined;

/** Tries a channel: from this machine, or by the functions of a deployment, which alone can read its address. */
export const test = async (line: CommandLine, channel: string, flags: NotifyTestFlags): Promise<ExitStatus> => {
  const console = consoleOf(line, flags);
  const store = await openCommandStore(line.environment, flags);
  const now = systemClock.now();
  const outgoing: Outgoing = {
    id: `${isoInstant(now)}~${channel}~test`,
    channel,
    message: testMessage(channel),
    links: await linksIn(store),
  };
  if (isDeployment(flags) && !flags.dryRun) {
    await addDelivery(store, newDelivery({ ...outgoing, others: [] }, now));
    console.line('The deployment sends the message within five minutes; headroom notify list shows whether it failed.');
    return exitStatus.ok;
  }
  const document = await needSettings(line, flags);
  if (flags.dryRun) {
    const settings = channelIn(document, channel);
    if ('problem' in settings) throw new UsageError(settings.problem);
    const body = rendered(settings.kind, outgoing, { links: outgoing.links, approval: null });
    if (settings.kind === 'mail') console.line(body);
    else console.foreignJson(JSON.parse(body));
    return exitStatus.ok;
  }
  const channels = createChannels({ read: async () => document, approval: null, clock: systemClock });
  const failure = await channels.send(outgoing);
  if (failure !== null) throw new Error(`${channel}: ${failure.problem}`);
  if (flags.json) console.json({ channel, delivered: true });
  else console.line(`${channel} accepted the message.`);
  return exitStatus.ok;
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
export const list = async (line: CommandLine, flags: NotifyFlags): Promise<void> => {
  const console = consoleOf(line, flags);
  const store = await openCommandStore(line.environment, flags);
  const waiting = await readMessages<Delivery>(store, keys.deliveries);
  const dead = await readMessages<DeadLetter>(store, keys.deadLetters);
  if (flags.json) return console.json({ waiting, dead });
  console.records(
    ['channel', 'subject', 'state', 'attempts', 'next attempt', 'error'],
    [...waiting.map(rowOf('waiting')), ...dead.map(rowOf('failed'))],
  );
  console.line(`${waiting.length} waiting, ${dead.length} failed; headroom notify retry sends failed ones again.`);
};

/** Sends what is due, from this machine. */
export const deliver = async (line: CommandLine, flags: NotifyFlags): Promise<ExitStatus> => {
  const console = consoleOf(line, flags);
  const document = await needSettings(line, flags);
  const result = await deliverMessages(await openCommandStore(line.environment, flags), document);
  if (flags.json) console.json(result);
  else console.line(`${result.delivered} delivered, ${result.waiting} waiting, ${result.dead} failed for good.`);
  return result.dead === 0 ? exitStatus.ok : exitStatus.failed;
};

/** Puts dead letters back, to be sent by the next pass. */
export const retry = async (line: CommandLine, channel: string | undefined, flags: NotifyFlags): Promise<void> => {
  const console = consoleOf(line, flags);
  const store = await openCommandStore(line.environment, flags);
  const letters = await readMessages<DeadLetter>(store, keys.deadLetters);
  const chosen = letters.filter((letter) => channel === undefined || letter.channel === channel);
  for (const { diedAt: _, ...letter } of chosen) {
    const delivery: Delivery = { ...newDelivery(letter, systemClock.now()), createdAt: letter.createdAt };
    await writeObject(store, keys.delivery(letter.id), delivery);
    await store.delete(keys.deadLetter(letter.id));
  }
  if (flags.json) console.json({ retried: chosen.length });
  else console.line(`${chosen.length} messages wait for the next pass.`);
};
