import { createChannels } from '../../../channels/channels.ts';
import { deliveryHandlers } from '../../../local/task-handlers.ts';
import type { Store } from '../../../ports.ts';
import type { Delivered } from '../../../run/publish/deliver.ts';
import { systemClock } from '../../../run/system-clock.ts';

/** The task that delivers messages, on a store and the channels of this machine. */
export const deliverMessages = (store: Store, document: string): Promise<Delivered> => {
  const channels = createChannels({ read: async () => document, approval: null, clock: systemClock });
  const bus = { publish: async () => undefined };
  return deliveryHandlers({ store, clock: systemClock, bus, channels }).deliver({});
};
