import type { Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { type OnAside, readObject, writeObject } from '../store/objects.ts';
import type { ReportObject, RunObject } from '../store/run-objects.ts';

type Names = readonly string[];

/** Names of the projects that earlier runs could read. */
export const projectsReadBefore = async (store: Store, onAside?: OnAside): Promise<Names> =>
  (await readObject<Names>(store, keys.projectsRead, onAside)) ?? [];

/** Stores the projects that were read at least once; projects that are no longer listed are dropped. */
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
