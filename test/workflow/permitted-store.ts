import { auditFiles, matchesKey, storeAreas } from '../../lib/contract/store-keys.ts';
import type { StoreAccess } from '../../lib/contract/task-contract.ts';
import { allTasks } from '../../lib/contract/tasks.ts';
import { deliveryHandlers, taskHandlers } from '../../lib/local/task-handlers.ts';
import type { Channels, PutCondition, Store } from '../../lib/ports.ts';
import type { Handler, LocalHeadroom } from './local-headroom.ts';

/** What tasks did with the store: rows of the table that they used, and what the store refused them. */
export interface Walk {
  readonly used: Set<string>;
  /** Every object that a task wrote or deleted: the task, `write` or `delete`, and the key. */
  readonly changed: Set<string>;
  readonly refused: string[];
}

export const startWalk = (): Walk => ({ used: new Set(), changed: new Set(), refused: [] });

type Access = StoreAccess;
type Kind = keyof Access;

/** Tasks that use the store, with what they may do in it. */
const users = allTasks.flatMap(({ name, store }) => (store === null ? [] : [[name, store] as const]));

/**
 * Every row of the table as `used` has it, except the ledger of calls: functions use it through their limiter, which is not
 * part of these runs (test/contract/tasks/call-order.test.ts).
 */
export const granted = (): string[] =>
  users.flatMap(([task, access]) =>
    (['read', 'write', 'delete'] as const).flatMap((kind) =>
      access[kind]
        .filter((pattern) => pattern !== storeAreas.callLedger)
        .map((pattern) => `${task} ${kind} ${pattern}`),
    ),
  );

/**
 * A store as AWS gives it to one task: every key that is not in the task's row, and every second write of the audit, is refused.
 */
const permitted = (store: Store, task: string, access: Access, { used, changed, refused }: Walk): Store => {
  const refuse = (kind: Kind, key: string): never => {
    refused.push(`${task}: ${kind} ${key}`);
    throw new Error(`${task} may not ${kind} ${key}`);
  };
  const check = (kind: Kind, key: string): void => {
    const pattern = access[kind].find((one) => matchesKey([one], key));
    if (pattern === undefined) refuse(kind, key);
    used.add(`${task} ${kind} ${pattern}`);
    if (kind !== 'read') changed.add(`${task} ${kind} ${key}`);
  };
  const createsOnly = (condition: PutCondition | undefined) => condition !== undefined && 'ifAbsent' in condition;
  return {
    get: async (key) => {
      check('read', key);
      return store.get(key);
    },
    put: async (key, body, condition) => {
      check('write', key);
      if (matchesKey([auditFiles], key) && !createsOnly(condition)) refuse('write', key);
      return store.put(key, body, condition);
    },
    append: async (key, record) => {
      check('write', key);
      return store.append(key, record);
    },
    readLog: async (key, from) => {
      check('read', key);
      return store.readLog(key, from);
    },
    list: (prefix) => store.list(prefix),
    delete: async (key) => {
      check('delete', key);
      if (matchesKey([auditFiles], key)) refuse('delete', key);
      return store.delete(key);
    },
  };
};

/** Channels that accept, refuse for good, and refuse for a time, by their names. */
export const channels: Channels = {
  send: async ({ channel }) =>
    channel === 'up' ? null : { problem: 'refused', isFinal: channel === 'gone', waitMs: null },
};

/** Notifies these channels of everything. */
export const notifyAll = `notify: [${['up', 'gone', 'slow'].map((channel) => `{ channel: ${channel}, match: { owner: '*' } }`)}]\n`;

/** Every task on a store of its own that gives it what the table says and no more. */
export const permittedTasks = ({ ports }: LocalHeadroom, walk: Walk): Record<string, Handler> =>
  Object.fromEntries(
    users.map(([task, access]): [string, Handler] => {
      const held = { ...ports, store: permitted(ports.store, task, access, walk) };
      const own: Record<string, Handler> = { ...taskHandlers(held), ...deliveryHandlers({ ...held, channels }) };
      return [task, async (input) => own[task]?.(input)];
    }),
  );
