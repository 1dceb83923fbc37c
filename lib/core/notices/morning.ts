import { dayMs, inWords } from '../model/durations.ts';
import { findings as facts, isUrgent } from '../model/findings/findings.ts';
import { groupBy, type ServiceName, serviceKey } from '../model/grouping.ts';
import { counted, inDays } from '../model/visible-text.ts';
import type { RunSummary } from '../plan/run-summary.ts';
import { actionOf } from './actions.ts';
import { byCause, causeOf, headline, type LoggedFinding, worstFirst } from './logged-findings.ts';

/** One thing that needs a person now. */
export interface Need {
  /** `prod/orders: disk full` */
  readonly title: string;
  readonly text: string;
  /** ISO 8601, UTC; null where only this run knows it. */
  readonly since: string | null;
  readonly command: string;
  /** Page of the dashboard, from its root. */
  readonly page: string;
  /** Digest of the plan that waits; absent for every other need. */
  readonly approves?: string;
}

/** A disk that fills up and needs no person yet. */
interface NextDisk extends ServiceName {
  /** Days until it is full, as expected; null: not within a year. */
  readonly days: number | null;
  readonly soonest: number;
}

/** What Headroom did by itself: services by kind of change in the runs that wrote, and how many of these writes failed. */
interface Done {
  readonly enabled: number;
  readonly raised: number;
  readonly lowered: number;
  readonly grown: number;
  /** Raises by hand that it keeps. */
  readonly kept: number;
  readonly failed: number;
}

/** The three answers that a day begins with. Nothing is counted twice. */
export interface Morning {
  readonly needs: readonly Need[];
  /** The services of these needs. */
  readonly needed: readonly ServiceName[];
  readonly next: readonly NextDisk[];
  readonly done: Done;
}

/** An error waits for a person; of disks only what is urgent, because the others fill later. */
const isNeed = (finding: LoggedFinding): boolean =>
  isUrgent(finding) || (facts[finding.code].severity === 'error' && facts[finding.code].disk === undefined);

const needOf = (finding: LoggedFinding): Need => {
  const { command, page, approves } = actionOf(finding);
  const since = finding.since === '' ? null : finding.since;
  const need = { title: headline(finding), text: finding.message, since, command, page };
  return approves === undefined ? need : { ...need, approves };
};

const numberIn = (details: LoggedFinding['details'], name: string): number | null =>
  typeof details[name] === 'number' ? details[name] : null;

/** Each disk once, by the days that are expected. */
const nextOf = (findings: readonly LoggedFinding[]): NextDisk[] => {
  const disks = findings.flatMap(({ code, project, service, details }): NextDisk[] => {
    const soonest = numberIn(details, 'daysSoonest');
    if (facts[code].disk === undefined || soonest === null) return [];
    return [{ project, service, days: numberIn(details, 'days'), soonest }];
  });
  const expected = ({ days }: NextDisk): number => days ?? Number.MAX_SAFE_INTEGER;
  disks.sort((a, b) => expected(a) - expected(b) || a.soonest - b.soonest);
  return [...groupBy(disks, serviceKey).values()].flatMap((own) => own.slice(0, 1));
};

/** Runs among which those of a day are: one every half an hour. */
export const runsOfDay = 50;

const doneIn = (runs: readonly RunSummary[], kept: number, nowMs: number): Done => {
  const since = runs.filter(({ endedAt }) => endedAt !== null && Date.parse(endedAt) > nowMs - dayMs);
  const wrote = since.filter(({ results }) => results.confirmed > 0);
  const sum = (kind: 'enable' | 'raise' | 'lower' | 'grow') =>
    wrote.reduce((total, { plan }) => total + (plan?.[kind] ?? 0), 0);
  return {
    ...{ enabled: sum('enable'), raised: sum('raise'), lowered: sum('lower'), grown: sum('grow'), kept },
    failed: since.reduce((total, { results }) => total + results.failed, 0),
  };
};

/**
 * What a day begins with: what needs a person now, the worst first and one for each cause; what fills next; and what Headroom did by
 * itself in the last 24 hours.
 * @param open findings that are open and that the policy does not accept
 */
export const morningOf = (open: readonly LoggedFinding[], runs: readonly RunSummary[], nowMs: number): Morning => {
  const needed = open.filter(isNeed);
  const causes = new Set(needed.map(causeOf));
  return {
    needs: byCause(worstFirst(needed), needed, nowMs).map(needOf),
    needed: open
      .filter((finding) => causes.has(causeOf(finding)))
      .flatMap(({ project, service }) => (service === '' ? [] : [{ project, service }])),
    next: nextOf(open.filter((finding) => !causes.has(causeOf(finding)))),
    done: doneIn(runs, open.filter(({ code }) => code === 'raise-kept').length, nowMs),
  };
};

/** `shop/orders in 12 days (8 at the earliest)` */
const nextText = ({ project, service, days, soonest }: NextDisk): string => {
  const earliest = days === 0 ? '' : ` (${soonest} at the earliest)`;
  return `${project}/${service} ${days === null ? `${inDays(soonest)} at the earliest` : `${inDays(days)}${earliest}`}`;
};

/** `raised 12 maximums, took slack from 3`; what did not happen is left out. */
export const doneText = ({ enabled, raised, lowered, grown, kept, failed }: Done): string => {
  const parts = [
    [enabled, `enabled ${counted(enabled, 'autoscaler')}`],
    [raised, `raised ${counted(raised, 'maximum')}`],
    [lowered, `took slack from ${counted(lowered, 'maximum')}`],
    [grown, `grew ${counted(grown, 'disk')}`],
    [kept, `kept ${counted(kept, 'raise')} by hand`],
  ] as const;
  const done = parts.flatMap(([count, text]) => (count > 0 ? [text] : [])).join(', ') || 'changed nothing';
  return failed === 0 ? done : `${done}; ${counted(failed, 'write')} failed, and the next run tries again`;
};

/** `for 3 days`; `new` where only this run knows it. */
const sinceText = ({ since }: Need, nowMs: number): string =>
  since === null ? 'new' : `for ${inWords(Math.max(0, nowMs - Date.parse(since)))}`;

/** Needs and disks that a text has room for. */
const mostListed = 5;

/** The three answers as lines for people, for a terminal and for the message of a day. */
export const morningLines = ({ needs, next, done }: Morning, nowMs: number): string[] => [
  needs.length === 0 ? 'Nothing needs a person.' : `Needs a person now: ${needs.length}`,
  ...needs.slice(0, mostListed).map((need) => `  ${need.title} (${sinceText(need, nowMs)}): ${need.command}`),
  ...(needs.length > mostListed ? [`  and ${needs.length - mostListed} more: headroom report`] : []),
  next.length === 0
    ? 'No other disk is expected to be full within 14 days, as far as runs know.'
    : `Fills next: ${next.slice(0, mostListed).map(nextText).join(', ')}${next.length > mostListed ? ` and ${next.length - mostListed} more: headroom disks` : ''}`,
  `By itself in the last day Headroom ${doneText(done)}.`,
];
