import { NoProjects, NotFound } from '../../contract/errors.ts';
import { listProblem, namedProjects } from '../../core/inventory/project-list.ts';
import { mayLook, modeHolding, unrestrained } from '../../core/model/mode.ts';
import type { Mode } from '../../core/model/model.ts';
import { projectsNamed } from '../../core/policy/glob.ts';
import type { PlatformPorts } from '../../ports.ts';
import { readIndex } from '../../run/inventory/index-of-readings.ts';
import { readStoreMode } from '../../run/store/mode.ts';

/** @throws Error for names that no project of the organization has */
const refuseOthers = (all: readonly string[], named: readonly string[]): void => {
  const outside = named.filter((name) => !all.includes(name));
  if (outside.length > 0) throw new NotFound(`not a project of this organization: ${outside.join(', ')}`);
};

export interface RequestedProjects {
  readonly projects: readonly string[];
  /** Why these may not be all projects, if all were requested; null if they are. */
  readonly listProblem: string | null;
}

/** The projects that a person named, also by globs; default: all. @throws Error for a name that no project has, or without any project */
export const requestedProjects = async (
  { platform }: Pick<PlatformPorts, 'platform'>,
  requested: readonly string[] | undefined,
): Promise<RequestedProjects> => {
  const listed = await platform.listProjects();
  if (listed.projects.length === 0) throw new NoProjects();
  const all = namedProjects(listed).map(({ name }) => name);
  if (requested === undefined) return { projects: all, listProblem: listProblem(listed) };
  const projects = [...projectsNamed(all, requested)];
  refuseOthers(all, projects);
  return { projects, listProblem: null };
};

/**
 * Checks the named projects before a run begins, so that a typing error is no failed run, of which channels are notified. Only
 * a name that no run has read yet costs a call, and under stop none is made.
 * @param mode mode of the policy
 * @throws Error for a name that no project has
 */
export const assertProjects = async (
  ports: PlatformPorts,
  requested: readonly string[],
  mode: Mode = unrestrained,
): Promise<void> => {
  if (!mayLook(modeHolding(mode, await readStoreMode(ports.store)))) return;
  const { indexed } = await readIndex(ports.store, ports.platform.organization);
  if (requested.every((name) => indexed.has(name))) return;
  await requestedProjects(ports, requested);
};
