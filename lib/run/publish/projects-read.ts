import type { Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { writeObject } from '../store/objects.ts';
import type { EndedRun } from './notices.ts';

/** Stores the projects that were read at least once; projects that are no longer listed are dropped. */
export const rememberProjectsRead = async (
  store: Store,
  { run, report: { coverage }, readBefore }: EndedRun,
): Promise<void> => {
  if (run === undefined || coverage === undefined) return;
  const never = new Set(coverage.neverRead);
  const everRead = run.listed.filter((name) => !never.has(name));
  if (JSON.stringify(readBefore) !== JSON.stringify(everRead)) await writeObject(store, keys.projectsRead, everRead);
};
