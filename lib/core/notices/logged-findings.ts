import { fullLevel, troubleCodes } from '../disk/disk-troubles.ts';
import type { Finding } from '../model/decision.ts';
import { dayMs, isoInstant } from '../model/durations.ts';
import { findings as facts, levelOf } from '../model/findings/findings.ts';
import { byText, compositeKey, groupBy, type ServiceName } from '../model/grouping.ts';
import { counted, namesText, oneLine } from '../model/visible-text.ts';

/** A finding as it goes on from run to run: open since a run reported it, until one no longer does. Its text is the latest. */
export interface LoggedFinding extends Required<Finding> {
  /** Whether the policy accepts it for now: it opens again when that ends. */
  readonly isAccepted?: true;
  /** Recipient of its notices. */
  readonly owner: string;
  /** ISO 8601, UTC: end of the run that opened it. */
  readonly since: string;
  /** Highest level of its episode so far (`levelOf`); absent: the lowest. */
  readonly worst?: number;
  /** ISO 8601, UTC: end of the run that no longer reported it; absent while it is open. */
  readonly endedAt?: string;
}

/** Empty for findings about the whole organization. */
const subjectOf = ({ project, service, subject }: LoggedFinding): string =>
  oneLine([project, service].filter(Boolean).join('/') || subject);

/** `prod/orders: disk full`, or `plan needs approval: 17 services, +240 GB`: a digest would say nothing to a reader. */
export const headline = (finding: LoggedFinding): string => {
  const what = finding.code.replaceAll('-', ' ');
  const { size } = finding.details;
  return size === undefined ? [subjectOf(finding), what].filter(Boolean).join(': ') : `${what}: ${size}`;
};

/** The part of the organization that a run read; findings outside it neither open nor end. */
export interface RunScope {
  /** Every project of the organization; empty if the run did not list them. */
  readonly listed: readonly string[];
  /** Projects that the platform no longer lists and that may still exist; absent if there are none. */
  readonly unlisted?: ReadonlySet<string>;
  /** Projects whose services were read. */
  readonly read: ReadonlySet<string>;
  /** Whether there is a plan; without one no finding ends. */
  readonly planned: boolean;
}

/** The effect of one run on what is known. */
export interface FindingChanges {
  readonly opened: readonly LoggedFinding[];
  readonly ended: readonly LoggedFinding[];
  /** All open findings after the run, in order. */
  readonly open: readonly LoggedFinding[];
}

/** Findings of two runs with the same key are one. */
export const findingKey = ({ code, project, service, subject = '' }: Omit<Finding, 'message'>): string =>
  compositeKey(code, project, service, subject);

/** Whether the run would have repeated a finding that still applies; for findings across projects only a run that read all. */
export const isInScope = ({ listed, unlisted, read, planned }: RunScope): ((subject: ServiceName) => boolean) => {
  if (!planned || listed.length === 0) return () => false;
  const existing = new Set(listed);
  const all = listed.every((name) => read.has(name));
  return ({ project, service }) => {
    if (project === '') return all;
    // Nothing says what became of its services.
    if (service !== '' && unlisted?.has(project)) return false;
    return read.has(project) || !existing.has(project);
  };
};

const byKey = (a: LoggedFinding, b: LoggedFinding): number => byText(findingKey(a), findingKey(b));

/**
 * Findings of one service with one code are levels of one finding, and so are all about a disk that fills up until it is full:
 * it has one episode. Elsewhere the subject distinguishes findings.
 */
const levelsKey = ({ code, project, service }: Finding): string | undefined => {
  if (service === '' && facts[code].levels === undefined) return undefined;
  return compositeKey(facts[code].event === 'DiskFillsUp' ? 'DiskFillsUp' : code, project, service);
};

/** The same for all levels of a finding. */
export const anyLevelKey = (finding: Finding): string => levelsKey(finding) ?? findingKey(finding);

/** Findings at the same level of one episode are the same, also under another code. */
const sameKey = (finding: Finding): string => {
  const levels = levelsKey(finding);
  return levels === undefined ? findingKey(finding) : compositeKey(levels, finding.subject ?? '');
};

/**
 * Follows the open findings through one run. A new finding opens, and one that is no longer accepted opens again; a repeated one
 * stays open with the latest text; one that the run would have repeated and did not ends. If another level of the same finding
 * follows on a service, the earlier one is dropped without an end.
 * @param ends whether an open finding that the run did not repeat ends
 * @param owner recipient for a place; called only for new findings
 * @param at ISO 8601, UTC: end of the run
 */
export const followFindings = (
  before: readonly LoggedFinding[],
  found: readonly (Finding & Pick<LoggedFinding, 'isAccepted'>)[],
  ends: (finding: LoggedFinding) => boolean,
  owner: (service: ServiceName) => string,
  at: string,
): FindingChanges => {
  const earlier = new Map(before.map((finding) => [sameKey(finding), finding]));
  const worst = new Map(before.map((finding) => [anyLevelKey(finding), finding.worst ?? 0]));
  const current = new Map<string, LoggedFinding>();
  const opened: LoggedFinding[] = [];
  for (const finding of found) {
    const key = findingKey(finding);
    if (current.has(key)) continue;
    const { code, project, service, subject = '', message, details = {}, isAccepted } = finding;
    const previous = earlier.get(sameKey(finding));
    const { owner: recipient, since } = previous ?? { owner: owner(finding), since: at };
    const level = Math.max(levelOf(finding), worst.get(anyLevelKey(finding)) ?? 0);
    const about = { code, project, service, subject, message, details, owner: recipient, since };
    const logged: LoggedFinding = { ...about, ...(level > 0 && { worst: level }), ...(isAccepted && { isAccepted }) };
    if (previous === undefined || (previous.isAccepted && !isAccepted)) opened.push(logged);
    current.set(key, logged);
  }
  const levels = new Set([...current.values()].map(levelsKey));
  const isFollowed = (finding: LoggedFinding) => levelsKey(finding) !== undefined && levels.has(levelsKey(finding));
  const gone = before.filter((finding) => !current.has(findingKey(finding)) && !isFollowed(finding));
  const over = new Set(gone.filter(ends));
  const unread = gone.filter((finding) => !over.has(finding));
  const ended = [...over].map((finding) => ({ ...finding, endedAt: at }));
  return { opened: opened.sort(byKey), ended, open: [...current.values(), ...unread].sort(byKey) };
};

/** Rank of a finding among urgent ones: those about all disks, then disks without any room, then other disks, then all others. */
const rankOf = ({ code, subject }: LoggedFinding): number => {
  if (facts[code].ofAllDisks) return 0;
  const rank = troubleCodes.indexOf(code);
  if (rank < 0) return 3 * troubleCodes.length;
  return 1 + rank + (subject === fullLevel ? 0 : troubleCodes.length);
};

/** The worst first: where a list has no room for all, it must not lack a full disk. */
export const worstFirst = (findings: readonly LoggedFinding[]): readonly LoggedFinding[] =>
  findings.toSorted((a, b) => rankOf(a) - rankOf(b));

const ofBudget = (budget: string) => ({ code: 'budget-short', project: '', service: '', subject: budget }) as const;

/** Whether more money in one budget helps the disk of a finding. */
const isShort = ({ code, details }: LoggedFinding): boolean =>
  facts[code].disk !== undefined && details.budget !== undefined && details.raiseMonthly !== undefined;

/** The cause of a finding, the same at all its levels: a budget that does not reach is one for all its disks. */
export const causeOf = (finding: LoggedFinding): string =>
  isShort(finding) ? findingKey(ofBudget(String(finding.details.budget))) : anyLevelKey(finding);

/** Names that one finding of many disks has. */
const mostNames = 10;

const daysOf = ({ details }: LoggedFinding): number => Number(details.daysSoonest ?? 0);

const unique = (names: readonly string[], most: number): string => namesText([...new Set(names)], most, ' and');

/** One finding of a budget with its disks inside. */
const asOne = (disks: readonly LoggedFinding[], atMs: number): LoggedFinding | undefined => {
  const [first] = disks.toSorted((a, b) => daysOf(a) - daysOf(b));
  if (first === undefined || disks.length === 1) return first;
  const { budget = '', raiseMonthly = '', currency = '' } = first.details;
  const names = unique(
    disks.map(({ project, service }) => `${project}/${service}`),
    mostNames,
  );
  const size = `${counted(disks.length, 'disk')}, first full on ${isoInstant(atMs + daysOf(first) * dayMs).slice(0, 10)}`;
  return {
    ...{ ...first, ...ofBudget(String(budget)) },
    owner: unique(
      disks.map(({ owner }) => owner),
      mostNames,
    ),
    message: `Budget "${budget}" gives no room to ${size}: ${names}. It lacks ${raiseMonthly} ${currency} a month.`,
    details: { budget, size },
  };
};

/**
 * One finding per cause, in the order of the first of each. One about the disks of a budget has all that are open, as of the last run.
 * @param atMs end of the last run, in ms since 1970
 */
export const byCause = (
  findings: readonly LoggedFinding[],
  open: readonly LoggedFinding[],
  atMs: number,
): readonly LoggedFinding[] => {
  const ofBudgets = groupBy(open.filter(isShort), causeOf);
  return [...groupBy(findings, causeOf)].flatMap(([cause, group]) => {
    const disks = ofBudgets.get(cause);
    return disks === undefined ? group : (asOne(disks, atMs) ?? []);
  });
};
