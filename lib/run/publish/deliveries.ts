import { byText } from '../../core/model/grouping.ts';
import { type Delivery, newDelivery } from '../../core/notices/delivery.ts';
import type { NotifyRoutes } from '../../core/notices/finding-log.ts';
import { channelMessages, type Notified } from '../../core/notices/messages.ts';
import type { Sender } from '../../core/notices/sender.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { putIf } from '../store/conditions.ts';
import { objectText } from '../store/content.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole } from '../store/objects.ts';
import { jsonAt } from '../store/records.ts';

/** Adds a delivery unless it exists, was delivered or has failed for good. @returns whether it was added */
export const addDelivery = async (store: Store, delivery: Delivery): Promise<boolean> => {
  const { id } = delivery;
  for (const key of [keys.delivered(id), keys.deadLetter(id)]) if ((await store.get(key)) !== undefined) return false;
  const key = keys.delivery(id);
  return putIf(store, key, objectText(jsonAt(key, delivery)), { ifAbsent: true });
};

/**
 * Leaves the messages of a report to the task that delivers them. A repeated report adds none twice, because it has at most
 * one urgent message, one about ends and one daily one for each channel.
 */
export const leaveMessages = async (
  { store, clock }: StorePorts,
  sender: Sender,
  reportId: string,
  { notify, links }: NotifyRoutes,
  notified: Notified,
): Promise<void> => {
  const all = [...new Set(notify.map(({ channel }) => channel))];
  for (const { channel, message } of channelMessages(sender, notify, notified)) {
    const kind = message.onlyPagers ? 'ended' : message.urgent ? 'urgent' : 'daily';
    const id = `${reportId}~${channel}~${kind}`;
    const others = all.filter((other) => other !== channel);
    await addDelivery(store, newDelivery({ id, channel, message, links, others }, clock.now()));
  }
};

/** Orders messages by age, the oldest first. */
export const byAge = (a: Delivery, b: Delivery): number => byText(a.createdAt, b.createdAt) || byText(a.id, b.id);

/** The messages of a folder that can be read. */
export const readMessages = async <T extends Delivery>(store: Store, folder: string): Promise<T[]> => {
  const all = await inBatches(await store.list(folder), (key) => readIfWhole<T>(store, key));
  return all.filter((delivery) => delivery !== undefined).sort(byAge);
};
