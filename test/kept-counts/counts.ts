import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allTasks } from '../../lib/contract/tasks.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import type { Store } from '../../lib/ports.ts';
import { builtFunctions } from '../aws/built-functions.ts';
import { kilobytesOf } from '../bench/bundle-size.ts';
import { type ReconcileOptions, startHeadroom } from '../workflow/local-headroom.ts';
import { enableAll, even } from '../workflow/scenarios.ts';
import { callsDuring } from './calls.ts';

/** Counts by name; each is the same in every run on every machine. */
export type Counts = Record<string, number>;

const counting = (store: Store) => {
  const counted = { gets: 0, puts: 0, listings: 0, deletions: 0 };
  const characters = { read: 0, written: 0 };
  const through: Store = {
    get: async (key) => {
      counted.gets += 1;
      const stored = await store.get(key);
      characters.read += stored?.body.length ?? 0;
      return stored;
    },
    put: (key, body, condition) => {
      counted.puts += 1;
      characters.written += body.length;
      return store.put(key, body, condition);
    },
    list: (prefix) => {
      counted.listings += 1;
      return store.list(prefix);
    },
    delete: (key) => {
      counted.deletions += 1;
      return store.delete(key);
    },
    append: (key, record) => {
      counted.puts += 1;
      characters.written += record.body.length;
      return store.append(key, record);
    },
    readLog: async (key, from) => {
      const records = await store.readLog(key, from);
      counted.gets += 1 + records.length;
      for (const { body } of records) characters.read += body.length;
      return records;
    },
  };
  const counts = (): Counts => ({
    ...counted,
    'kilobytes read': Math.ceil(characters.read / 1000),
    'kilobytes written': Math.ceil(characters.written / 1000),
  });
  return { through, counts };
};

const projects = 20;
const servicesOfProject = 10;

const named = (of: string, counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${of}: ${name}`, count]));

/** Requests of a first enforcement, and of the second pass after it, which has nothing to do. */
export const passCounts = async (): Promise<Counts> => {
  const headroom = await startHeadroom(even(projects, servicesOfProject), enableAll(40));
  const counts: Counts = {};
  for (const what of ['first enforcement', 'pass that confirms', 'pass with nothing to do']) {
    const store = counting(headroom.store);
    const handlers = () => taskHandlers({ ...headroom.ports, store: store.through });
    let states = 0;
    const onProgress: ReconcileOptions['onProgress'] = ({ kind }) => {
      if (kind === 'entered') states += 1;
    };
    const { reads, writes } = await headroom.counted(async () => {
      const calls = await callsDuring(() => headroom.reconcile({ handlers, onProgress }));
      Object.assign(
        counts,
        named(what, {
          'plans decided': calls.of('lib/core/budget/plan-budgets.ts', 'planBudgets'),
          'plans written up': calls.of('lib/core/plan/plan.ts', 'judging'),
          'changes in JSON': calls.of('lib/core/change/change-json.ts', 'changeWith'),
        }),
      );
    });
    Object.assign(counts, named(what, { states, reads, writes, ...store.counts() }));
  }
  return counts;
};

/** Files of a bundle that are loaded with one of them, by their paths in its folder. */
const loadedWith = (folder: string, file: string, loaded = new Set<string>()): ReadonlySet<string> => {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  const text = readFileSync(join(folder, file), 'utf8');
  for (const [, imported = ''] of text.matchAll(/\b(?:from|import|import_\w+=require\()"(\.{1,2}\/[^"]+)"/g))
    loadedWith(folder, join(dirname(file), imported), loaded);
  return loaded;
};

/** Size of each function's bundle with all its parts, and how many of them it loads before its first call. */
export const bundleCounts = async (): Promise<Counts> => {
  const folder = await builtFunctions();
  const names = allTasks.map(({ name }) => name).sort();
  return Object.fromEntries(
    names.flatMap((name) => [
      [`bundle of ${name}: kilobytes`, kilobytesOf(join(folder, name, 'index.mjs'))],
      [`bundle of ${name}: files`, loadedWith(folder, join(name, 'index.mjs')).size],
    ]),
  );
};

/** What Node.js reads and compiles before commands of the program begin. */
export const loadedCounts = async (): Promise<Counts> => {
  // Has no types, as it runs in a clone before anything is installed.
  const { currentBundle }: { currentBundle: () => string } = await import(String('../../bin/current-bundle.mjs'));
  const folder = currentBundle();
  const counts: Counts = {};
  for (const command of ['completion', 'validate', 'runs', 'plan']) {
    const entry = readdirSync(folder).find((name) => new RegExp(`^${command}-[A-Z0-9]+\\.cjs$`).test(name)) ?? '';
    const files = new Set([...loadedWith(folder, 'headroom.cjs'), ...loadedWith(folder, entry)]);
    const bytes = [...files].reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0);
    Object.assign(counts, named(`headroom ${command}`, { files: files.size, kilobytes: Math.ceil(bytes / 1000) }));
  }
  return counts;
};
