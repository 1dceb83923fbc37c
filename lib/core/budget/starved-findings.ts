import { type DiskFill, fullnessText, nearlyFullPercent } from '../forecast/disk-fill.ts';
import { type Finding, findingAt } from '../model/decision.ts';
import { formatCentsUp } from '../model/money.ts';
import type { ServiceContext } from '../service/changes.ts';
import { type Need, type BudgetRemedy, budgetRemedyFor, budgetRemedyTexts } from './remedy.ts';
import type { Starvation, Starved } from './starved.ts';

/** With the level of nearly full disks, each has a finding of its own. */
const fullPercent = 100;

interface Filling extends Need {
  readonly fill: DiskFill;
  /** Subject of the finding: stable from run to run. */
  readonly level: string;
}

const levelOf = ({ percent, soonestDaysToFull }: DiskFill, soonDays: number): string | undefined => {
  if (percent >= fullPercent) return `${fullPercent} %`;
  if (percent >= nearlyFullPercent) return `${nearlyFullPercent} %`;
  return soonDays > 0 && soonestDaysToFull !== null && soonestDaysToFull <= soonDays ? 'soon' : undefined;
};

/** GB that it should be able to reach in all: room for its growth, at most the maximum of its rule. */
const neededGb = ({ share, provisionedGb, smallestGb }: Starved, { needGb }: DiskFill): number => {
  const gb = Math.max(smallestGb, (provisionedGb ?? 0) + needGb);
  return share === null ? gb : Math.min(share.claim.wantGb, gb);
};

const whenText = ({ percent, daysToFull, soonestDaysToFull, latestDaysToFull }: DiskFill): string => {
  if (percent >= fullPercent || soonestDaysToFull === null) return '';
  if (daysToFull === null) return ` and may be full in ${soonestDaysToFull} days`;
  const latest = latestDaysToFull === null ? 'more' : latestDaysToFull;
  return ` and will be full in ${daysToFull} (${soonestDaysToFull}–${latest}) days`;
};

const whyText = ({ budget, allocation }: Starvation, { share, gb, obstacle }: Starved): string => {
  const noRoom = `budget "${budget.name}" gives it no room to grow`;
  if (obstacle !== null) return `${noRoom}. ${obstacle} Free space on the disk meanwhile.`;
  if (allocation.frozen) return `${noRoom}: disks and maximums that cannot be lowered cost more than the budget.`;
  return `${noRoom}: it gets ${gb} of the ${share?.claim.wantGb ?? 0} GB it could use.`;
};

const detailsOf = ({ budget }: Starvation, { raiseBy }: BudgetRemedy, { fill, starved }: Filling) => {
  const { percent, daysToFull, soonestDaysToFull, latestDaysToFull } = fill;
  const lacksMoney = starved.obstacle === null && raiseBy > 0n;
  return {
    budget: budget.name,
    percent,
    ...(daysToFull === null ? {} : { days: daysToFull }),
    ...(soonestDaysToFull === null ? {} : { daysSoonest: soonestDaysToFull }),
    ...(latestDaysToFull === null ? {} : { daysAtMost: latestDaysToFull }),
    ...(lacksMoney ? { raiseMonthly: formatCentsUp(raiseBy) } : {}),
  };
};

const findingOf = (starvation: Starvation, remedy: BudgetRemedy, filling: Filling): Finding => {
  const { starved, fill, level } = filling;
  const { decision } = starved.subject.judgement;
  const remedies = budgetRemedyTexts(starvation, remedy, starved).join('; ');
  const problem = `${fullnessText(fill)}${whenText(fill)}; ${whyText(starvation, starved)}`;
  const message = starved.obstacle === null ? `${problem} Do one of these: ${remedies}.` : problem;
  return findingAt(decision, 'disk-fills-up', message, {
    subject: level,
    details: detailsOf(starvation, remedy, filling),
  });
};

/**
 * Findings of services whose disks fill up and whose budget gives them no room to grow: `soonDays` before the disk is full,
 * at 90 %, and at 100 %; each lists its remedies. A disk whose use was never measured has no finding.
 * @param fillOf fill level of the disk of a service; null while it is unknown
 * @param soonDays from the policy; 0: no finding before 90 %
 */
export const starvedFindings = (
  starvation: Starvation,
  fillOf: (subject: ServiceContext) => DiskFill | null,
  soonDays: number,
): Finding[] => {
  const fillings = starvation.starved.flatMap((starved): Filling[] => {
    const fill = fillOf(starved.subject);
    const level = fill === null ? undefined : levelOf(fill, soonDays);
    if (fill === null || level === undefined) return [];
    return [{ starved, fill, level, gb: neededGb(starved, fill) }];
  });
  if (fillings.length === 0) return [];
  const remedy = budgetRemedyFor(
    starvation,
    fillings.filter(({ starved }) => starved.obstacle === null),
  );
  return fillings.map((filling) => findingOf(starvation, remedy, filling));
};

/** Whether a finding is about a disk that its budget gives no room, also once it counts as a full disk. */
export const isOfStarvedDisk = ({ code, details }: Finding): boolean =>
  (code === 'disk-fills-up' || code === 'disk-full') && details?.budget !== undefined;
