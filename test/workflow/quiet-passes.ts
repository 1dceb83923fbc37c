import { minuteMs } from '../../lib/core/model/durations.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import type { Store } from '../../lib/ports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { needObject } from '../../lib/run/store/objects.ts';
import type { InventoryRecord } from '../../lib/run/store/run-objects.ts';
import { type Handler, type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { enableAll, even } from './scenarios.ts';

export const pass = { trigger: { kind: 'schedule', by: 'hourly pass' }, reads: 300, everyMinutes: 60 };

interface Requests {
  readonly gets: string[];
  readonly puts: string[];
  readonly lists: string[];
}

/** A store that notes the keys of its requests. */
const noting = (store: Store) => {
  const requests: Requests = { gets: [], puts: [], lists: [] };
  const noted: Store = {
    ...store,
    get: (key) => {
      requests.gets.push(key);
      return store.get(key);
    },
    put: (key, body, condition) => {
      requests.puts.push(key);
      return store.put(key, body, condition);
    },
    list: (prefix) => {
      requests.lists.push(prefix);
      return store.list(prefix);
    },
  };
  return { noted, requests };
};

/** Another pass, and the requests to the store that it makes. */
export const requestsOf = async (headroom: LocalHeadroom, runId: string) => {
  const { noted, requests } = noting(headroom.store);
  const handlers = (): Record<string, Handler> => taskHandlers({ ...headroom.ports, store: noted });
  const report = await headroom.reconcile({ runId, handlers, input: pass });
  return { report, requests };
};

/** An organization in which two passes have enabled everything and read it again. */
export const settled = async (projects: number, services = 1) => {
  const headroom = await startHeadroom(even(projects, services), enableAll(200));
  for (const runId of ['first', 'second']) {
    await headroom.reconcile({ runId, input: pass });
    headroom.pass(10 * minuteMs);
  }
  return headroom;
};

export const recordOf = ({ store }: LocalHeadroom, project: string) =>
  needObject<InventoryRecord>(store, keys.reading(project));

export const nowOf = ({ ports }: LocalHeadroom) => ports.clock.now();

export const onlyInventory = (keysPut: readonly string[]) =>
  keysPut.filter((key) => key.startsWith(keys.projectRecords));
