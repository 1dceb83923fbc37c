import { everywhere, type Finding, findingAt } from '../model/decision.ts';
import type { ProjectFacts, Tags } from '../model/model.ts';
import { counted } from '../model/visible-text.ts';
import { distinct, hasBrokenTag, isBroken, twice, whole } from '../service/record-problem.ts';

type ProjectRecord = Pick<ProjectFacts, 'name' | 'problem'> & { readonly tags: Tags | null };

/** The platform's list of projects; a record without a readable id has an empty name. */
interface ProjectList<T extends { readonly name: string } = ProjectRecord> {
  readonly projects: readonly T[];
  /** Projects of the organization beyond the list; null if there are more of unknown number. */
  readonly beyond: number | null;
}

/** The listed projects whose record has an id. */
export const namedProjects = <T extends { readonly name: string }>({ projects }: ProjectList<T>): T[] =>
  projects.filter(({ name }) => name !== '');

/** Why the list is only a part of the organization: what a project that it lacks may be, and the finding. */
interface Gap {
  readonly but: string;
  readonly finding: Finding;
}

/** The subject of the finding about projects without an id. */
const namelessSubject = 'projects';

const namelessGap = (list: ProjectList<{ readonly name: string }>): Gap[] => {
  const count = list.projects.length - namedProjects(list).length;
  if (count === 0) return [];
  const text = `${counted(count, 'project')} without an id`;
  const them = count === 1 ? 'it' : 'them';
  const message = `The platform lists ${text}, so Headroom cannot read ${them}. Report the fault to the platform.`;
  return [
    { but: `lists ${text}`, finding: findingAt(everywhere, 'record-invalid', message, { subject: namelessSubject }) },
  ];
};

const beyondGap = ({ projects: { length: listed }, beyond }: ProjectList<{ readonly name: string }>): Gap[] => {
  if (beyond === 0) return [];
  const has = beyond === null ? `more than ${counted(listed, 'project')}` : counted(listed + beyond, 'project');
  const message =
    `The organization has ${has}, but the platform lists only ${listed} of them to this token. ` +
    "Headroom reads and protects no others. Give the token's owner the operator role in all projects.";
  return [
    { but: `says that the organization has ${has}`, finding: findingAt(everywhere, 'projects-unlisted', message) },
  ];
};

const gapsOf = (list: ProjectList<{ readonly name: string }>): Gap[] => [...namelessGap(list), ...beyondGap(list)];

/** Why the list is only a part of the organization; null if it is whole. */
export const listProblem = (list: ProjectList<{ readonly name: string }>): string | null =>
  gapsOf(list)
    .map(({ finding }) => finding.message)
    .join(' ') || null;

/** Whether a finding of a run says that its list of projects was only a part. */
export const isAboutList = ({ code, project, subject }: Finding): boolean =>
  code === 'projects-unlisted' || (code === 'record-invalid' && project === '' && subject === namelessSubject);

const markedProjects = (listed: readonly ProjectRecord[]): ProjectRecord[] =>
  distinct(listed).map(({ record, isTwice }) => {
    const isHalf = isBroken(record.name) || hasBrokenTag(record.tags);
    if (!isTwice && !isHalf) return record;
    const problem = isTwice ? twice : 'its name or one of its tags contains half a character (an unpaired surrogate)';
    return { ...record, name: record.name.toWellFormed(), tags: record.tags && whole(record.tags), problem };
  });

/**
 * The projects of an organization: the listed ones, each once, with invalid records marked as in
 * `markInvalidServices`. Where the list is only a part, a known project that it lacks may exist, so it stays, marked as well.
 * @param earlier names of the projects that earlier runs read
 */
export const checkProjectList = (
  list: ProjectList,
  earlier: Iterable<string>,
): { readonly projects: ProjectRecord[]; readonly findings: Finding[] } => {
  const projects = markedProjects(namedProjects(list));
  const gaps = gapsOf(list);
  if (gaps.length === 0) return { projects, findings: [] };
  const names = new Set(projects.map(({ name }) => name));
  const hidden = [...earlier].filter((name) => !names.has(name));
  const problem = `the platform does not list it, but ${gaps.map(({ but }) => but).join(' and ')}`;
  return {
    projects: [...projects, ...hidden.map((name) => ({ name, tags: {}, problem }))],
    findings: gaps.map(({ finding }) => finding),
  };
};
