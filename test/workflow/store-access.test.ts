import { describe, expect, it } from 'vitest';
import { matchesKey, policyKey, storeAccess } from '../../lib/contract/store-access.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import type { Ports, Store } from '../../lib/ports.ts';
import { keys } from '../../lib/run/objects.ts';
import { enableAll, even, pg } from './scenarios.ts';
import { type Handler, startWorld } from './world.ts';

/** A store as AWS gives it to one task: it refuses every key that is not in the task's row. */
const permitted = (store: Store, task: string, refused: string[]): Store => {
  const access = storeAccess[task] ?? { read: [], write: [], delete: [] };
  const check = (kind: keyof typeof access, key: string) => {
    if (matchesKey(access[kind], key)) return;
    refused.push(`${task}: ${kind} ${key}`);
    throw new Error(`${task} may not ${kind} ${key}`);
  };
  return {
    get: async (key) => {
      check('read', key);
      return store.get(key);
    },
    put: async (key, body, condition) => {
      check('write', key);
      return store.put(key, body, condition);
    },
    list: (prefix) => store.list(prefix),
    delete: async (key) => {
      check('delete', key);
      return store.delete(key);
    },
  };
};

const held = (ports: Ports, refused: string[]) => (handlers: Record<string, Handler>) =>
  Object.fromEntries(
    Object.keys(handlers).map((task): [string, Handler] => {
      const own: Record<string, Handler> = taskHandlers({ ...ports, store: permitted(ports.store, task, refused) });
      return [task, async (input) => own[task]?.(input)];
    }),
  );

describe('the table of what each task reaches in the store', () => {
  it('names the policy document as runs do', () => {
    expect(policyKey).toBe(keys.policy);
  });

  it('is enough for runs that enable, that are refused, that forget a refusal and that lower', async () => {
    const small = { type: 'pg', name: 'small', diskGb: 10, dynamicSizing: false };
    const base = even(2, 2);
    const refusing = { name: 'refusing', services: [{ ...pg('small'), plan: 'small' }, pg('large', { diskGb: 300 })] };
    const world = await startWorld(
      { ...base, plans: [...base.plans, small], projects: [...base.projects, refusing] },
      enableAll(200),
    );
    const refused: string[] = [];
    const reconcile = () => world.reconcile({ handlers: held(world.ports, refused) });
    expect((await reconcile()).outcome).toBe('partial');
    world.pass(8 * 24 * 60 * 60 * 1000);
    await reconcile();
    await world.store.put(keys.policy, enableAll(100));
    await reconcile();
    expect(refused).toEqual([]);
  });

  it('is enough to read a calendar, and the mode before each write', async () => {
    const calendar = 'calendars/freeze.ics';
    const world = await startWorld(even(1, 1), enableAll(200, `freeze: { calendar: ${calendar} }\n`));
    await world.store.put(calendar, 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
    const refused: string[] = [];
    expect((await world.reconcile({ handlers: held(world.ports, refused) })).outcome).toBe('applied');
    expect(refused).toEqual([]);
  });

  it('is enough to report a project that cannot be read, and to watch for new services', async () => {
    const world = await startWorld(even(2, 1), enableAll(200));
    const refused: string[] = [];
    await world.control('faults', [{ operation: 'ServiceList', times: 9, status: 403 }]);
    await world.reconcile({ handlers: held(world.ports, refused) });
    const store = permitted(world.store, 'watch-services', refused);
    await taskHandlers({ ...world.ports, store })['watch-services']({});
    expect(refused).toEqual([]);
  });
});
