import type { Finding } from '../model/decision.ts';
import { findings as facts } from '../model/findings/findings.ts';
import { serviceKey } from '../model/grouping.ts';
import type { Snapshot } from '../model/model.ts';
import type { Acceptance } from '../model/policy-document.ts';
import { effectiveTags } from '../policy/effective-tags.ts';
import { compileSelector, type Subject } from '../policy/selector.ts';

/** A finding that the policy accepts for now. */
export interface AcceptedFinding extends Finding {
  /** Last day of the acceptance, `YYYY-MM-DD`, UTC. */
  readonly until: string;
  readonly reason: string;
}

interface Sorted {
  readonly findings: readonly Finding[];
  readonly accepted: readonly AcceptedFinding[];
}

const subjectsOf = (snapshots: readonly Snapshot[]): ReadonlyMap<string, Subject> =>
  new Map(
    snapshots.flatMap(({ project, tags: projectTags, services }) =>
      services.map(({ name: service, type: serviceType, plan, cloud, state, tags }) => [
        serviceKey({ project, service }),
        { project, service, serviceType, plan, cloud, state, tags: effectiveTags(projectTags, tags), projectTags },
      ]),
    ),
  );

/** A finding without a service has only the name of its project, so only selectors over projects match it. */
const isOfProjects = ({ match }: Acceptance): boolean =>
  Object.entries(match).every(([member, value]) => member === 'project' || value === undefined);

const ofProject = (project: string): Subject => ({
  project,
  service: '',
  serviceType: '',
  plan: '',
  cloud: '',
  state: '',
  tags: new Map(),
  projectTags: {},
});

/**
 * Separates the findings that the policy accepts. Findings that stop or narrow a run are never accepted, and an acceptance
 * ends with its last day.
 * @param today `YYYY-MM-DD`, UTC
 */
export const acceptFindings = (
  acceptances: readonly Acceptance[],
  findings: readonly Finding[],
  snapshots: readonly Snapshot[],
  today: string,
): Sorted => {
  const current = acceptances
    .filter(({ until, code }) => until >= today && !facts[code].blocks)
    .map((acceptance) => ({ acceptance, matches: compileSelector(acceptance.match).matches }));
  if (current.length === 0) return { findings, accepted: [] };
  const subjects = subjectsOf(snapshots);
  const acceptanceOf = (finding: Finding): Acceptance | undefined => {
    const { code, project, service } = finding;
    const subject = service === '' ? ofProject(project) : subjects.get(serviceKey({ project, service }));
    const found = current.find(
      ({ acceptance, matches }) =>
        acceptance.code === code &&
        subject !== undefined &&
        (service !== '' || isOfProjects(acceptance)) &&
        matches(subject),
    );
    return found?.acceptance;
  };
  const sorted = findings.map((finding) => ({ finding, by: acceptanceOf(finding) }));
  return {
    findings: sorted.flatMap(({ finding, by }) => (by === undefined ? [finding] : [])),
    accepted: sorted.flatMap(({ finding, by }) =>
      by === undefined ? [] : [{ ...finding, until: by.until, reason: by.reason }],
    ),
  };
};
