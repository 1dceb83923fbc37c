import { type DiskFill, fullnessText, nearlyFullPercent } from '../forecast/disk-fill.ts';
import { everywhere, type Finding, findingAt } from '../model/decision.ts';
import { formatCentsUp } from '../model/money.ts';
import { counted, namesText } from '../model/visible-text.ts';
import type { ServiceContext } from '../service/changes.ts';
import type { Starvation, Starved } from './starved.ts';

/** With the level of nearly full disks, each has a finding of its own. */
const fullPercent = 100;

interface Filling {
  readonly starved: Starved;
  readonly fill: DiskFill;
  /** Subject of the finding: stable from run to run. */
  readonly level: string;
}

const levelOf = ({ percent, soonestDaysToFull }: DiskFill, soonDays: number): string | undefined => {
  if (percent >= fullPercent) return `${fullPercent} %`;
  if (percent >= nearlyFullPercent) return `${nearlyFullPercent} %`;
  return soonDays > 0 && soonestDaysToFull !== null && soonestDaysToFull <= soonDays ? 'soon' : undefined;
};

const whenText = ({ percent, daysToFull, soonestDaysToFull, latestDaysToFull }: DiskFill): string => {
  if (percent >= fullPercent || soonestDaysToFull === null) return '';
  if (daysToFull === null) return ` and may be full in ${soonestDaysToFull} days`;
  const latest = latestDaysToFull === null ? 'more' : latestDaysToFull;
  return ` and will be full in ${daysToFull} (${soonestDaysToFull}–${latest}) days`;
};

const whyText = ({ budget, division }: Starvation, { share, gb, obstacle }: Starved): string => {
  if (obstacle !== null)
    return `budget "${budget.name}" gives it no room. ${obstacle} Free space on the disk meanwhile.`;
  if (division.frozen) return `budget "${budget.name}" pays less than the disks already provisioned cost.`;
  return `budget "${budget.name}" gives it ${gb} of the ${share?.needGb ?? 0} GB that it needs.`;
};

/** What gives every disk of the budget its need. */
const remedyOf = ({ currency, division: { needed, monthly } }: Starvation): string =>
  needed <= monthly
    ? 'The next division gives it room.'
    : `Raise the budget by ${formatCentsUp(needed - monthly)} ${currency} a month, enough for all its disks, or free space.`;

const detailsOf = ({ budget, division }: Starvation, { fill, starved }: Filling) => {
  const { percent, daysToFull, soonestDaysToFull, latestDaysToFull } = fill;
  const raiseBy = division.needed - division.monthly;
  return {
    budget: budget.name,
    percent,
    ...(daysToFull === null ? {} : { days: daysToFull }),
    ...(soonestDaysToFull === null ? {} : { daysSoonest: soonestDaysToFull }),
    ...(latestDaysToFull === null ? {} : { daysAtMost: latestDaysToFull }),
    ...(starved.obstacle === null && raiseBy > 0n ? { raiseMonthly: formatCentsUp(raiseBy) } : {}),
  };
};

const findingOf = (starvation: Starvation, filling: Filling): Finding => {
  const { starved, fill, level } = filling;
  const { decision } = starved.subject.judgement;
  const problem = `${fullnessText(fill)}${whenText(fill)}; ${whyText(starvation, starved)}`;
  const message = starved.obstacle === null ? `${problem} ${remedyOf(starvation)}` : problem;
  return findingAt(decision, 'disk-fills-up', message, { subject: level, details: detailsOf(starvation, filling) });
};

/**
 * Findings of services whose disks fill up and whose budget does not meet their need: `soonDays` before the disk is full, at
 * 90 %, and at 100 %. A disk whose use was never measured has no finding.
 * @param fillOf fill level of the disk of a service; null while it is unknown
 * @param soonDays from the policy; 0: no finding before 90 %
 */
export const starvedFindings = (
  starvation: Starvation,
  fillOf: (subject: ServiceContext) => DiskFill | null,
  soonDays: number,
): Finding[] =>
  starvation.starved.flatMap((starved): Finding[] => {
    const fill = fillOf(starved.subject);
    const level = fill === null ? undefined : levelOf(fill, soonDays);
    return fill === null || level === undefined ? [] : [findingOf(starvation, { starved, fill, level })];
  });

/** Disks that a sentence names before it only counts the rest. */
const namedAtMost = 3;

/**
 * One finding of a budget that does not reach for the needs of all its disks: which disks, from what day on, and the money that
 * would do. Empty while all needs are met.
 * @param fillOf fill level of the disk of a service; null while it is unknown
 */
export const shortFindings = (
  starvation: Starvation,
  fillOf: (subject: ServiceContext) => DiskFill | null,
): Finding[] => {
  const { budget, currency, division } = starvation;
  const short = starvation.starved.filter(({ obstacle, share }) => obstacle === null && share !== null);
  if (short.length === 0) return [];
  const daysTo = new Map(short.map((starved) => [starved, fillOf(starved.subject)?.soonestDaysToFull ?? null]));
  const far = Number.MAX_SAFE_INTEGER;
  const byDay = short.toSorted((a, b) => (daysTo.get(a) ?? far) - (daysTo.get(b) ?? far));
  const names = byDay.map(
    ({ subject: { judgement } }) => `${judgement.decision.project}/${judgement.decision.service}`,
  );
  const first = daysTo.get(byDay[0] as Starved) ?? null;
  const when = first === null ? '' : `, the first may be full in ${counted(first, 'day')}`;
  const message = `Budget "${budget.name}" does not reach for the needs of ${counted(short.length, 'disk')}${when}: ${namesText(names, namedAtMost, ' and')}. ${remedyOf(starvation)}`;
  const raiseBy = division.needed - division.monthly;
  const details = {
    budget: budget.name,
    disks: short.length,
    ...(first !== null && { days: first }),
    ...(raiseBy > 0n && { raiseMonthly: formatCentsUp(raiseBy), currency }),
  };
  return [findingAt(everywhere, 'budget-short', message, { subject: budget.name, details })];
};

/** Whether a finding is about a disk that its budget gives no room, also once it counts as a full disk. */
export const isOfStarvedDisk = ({ code, details }: Finding): boolean =>
  (code === 'disk-fills-up' || code === 'disk-full') && details?.budget !== undefined;
