import type { Store } from '../../ports.ts';
import { keys } from './keys.ts';
import { type OnAside, readObject, writeObject } from './objects.ts';
import type { ReportObject, RunObject } from './run-objects.ts';

type Names = readonly string[];

/** Projects that earlier runs could read, by name. */
export const projectsReadBefore = async (store: Store, onAside?: OnAside): Promise<Names> =>
  (await readObject<Names>(store, keys.projectsRead, onAside)) ?? [];

/** Remembers, for later runs, the projects that could be read at least once; those no longer listed are forgotten. */
export const rememberProjectsRead = async (
  store: Store,
  run: RunObject | undefined,
  { coverage }: ReportObject,
): Promise<void> => {
  if (run === undefined || coverage === undefined) return;
  const never = new Set(coverage.neverRead);
  const everRead = run.listed.filter((name) => !never.has(name));
  if (JSON.stringify(await projectsReadBefore(store)) === JSON.stringify(everRead)) return;
  await writeObject(store, keys.projectsRead, everRead);
};
