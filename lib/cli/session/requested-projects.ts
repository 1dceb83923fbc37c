import { mayLook, modeHolding, unrestrained } from '../../core/model/mode.ts';
import type { Mode } from '../../core/model/model.ts';
import { projectsNamed } from '../../core/policy/glob.ts';
import { namedProjects } from '../../core/service/record-problem.ts';
import type { PlatformPorts } from '../../ports.ts';
import { readIndex } from '../../run/inventory/index-of-readings.ts';
import { readStoreMode } from '../../run/store/mode.ts';
import { UsageError } from '../shell/usage-error.ts';

/** @throws UsageError for names that no project of the organization has */
const refuseOthers = (all: readonly string[], named: readonly string[]): void => {
  const outside = named.filter((name) => !all.includes(name));
  if (outside.length > 0) throw new UsageError(`not a project of this organization: ${outside.join(', ')}`);
};

/** The projects that a person named, also by globs; default: all. @throws UsageError for a name that no project has */
export const requestedProjects = async (
  { platform }: Pick<PlatformPorts, 'platform'>,
  requested: readonly string[] | undefined,
): Promise<string[]> => {
  const all = namedProjects(await platform.listProjects()).map(({ name }) => name);
  const named = requested === undefined ? all : [...projectsNamed(all, requested)];
  refuseOthers(all, named);
  return named;
};

/**
 * Checks the named projects before a run begins, so that a typing error is no failed run, of which channels are notified. Only
 * a name that no run has read yet costs a call, and under stop none is made.
 * @param mode that of the policy
 * @throws UsageError for a name that no project has
 */
export const assertProjects = async (
  ports: PlatformPorts,
  requested: readonly string[],
  mode: Mode = unrestrained,
): Promise<void> => {
  if (!mayLook(modeHolding(mode, await readStoreMode(ports.store)))) return;
  const { known } = await readIndex(ports.store, ports.platform.organization);
  if (requested.every((name) => known.has(name))) return;
  await requestedProjects(ports, requested);
};
