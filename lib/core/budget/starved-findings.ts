import type { DiskFill } from '../forecast/disk-fill.ts';
import type { Finding } from '../model/decision.ts';
import { formatCentsUp } from '../model/money.ts';
import type { ServiceContext } from '../service/changes.ts';
import { type Need, type Relief, reliefFor, reliefTexts } from './relief.ts';
import type { Starvation, Starved } from './starved.ts';

/** Shares of the disk, in percent, at each of which it is told anew. */
const nearlyFullPercent = 90;
const fullPercent = 100;

interface Filling extends Need {
  readonly fill: DiskFill;
  /** Which of the notices it is; the same from run to run. */
  readonly level: string;
}

const levelOf = ({ percent, soonestDaysToFull }: DiskFill, soonDays: number): string | undefined => {
  if (percent >= fullPercent) return `${fullPercent} %`;
  if (percent >= nearlyFullPercent) return `${nearlyFullPercent} %`;
  return soonDays > 0 && soonestDaysToFull !== null && soonestDaysToFull <= soonDays ? 'soon' : undefined;
};

/** GB that it should be able to have in all: room for its growth, as far as policy wants it to have that. */
const neededGb = ({ share, provisionedGb, smallestGb }: Starved, { needGb }: DiskFill): number => {
  const gb = Math.max(smallestGb, (provisionedGb ?? 0) + needGb);
  return share === null ? gb : Math.min(share.claim.wantGb, gb);
};

const whenText = ({ percent, daysToFull, soonestDaysToFull, latestDaysToFull }: DiskFill): string => {
  if (percent >= fullPercent || soonestDaysToFull === null) return '';
  if (daysToFull === null) return ` and may be full in ${soonestDaysToFull} days at the soonest`;
  const latest = latestDaysToFull === null ? 'more' : latestDaysToFull;
  return ` and will be full in ${daysToFull} (${soonestDaysToFull}–${latest}) days`;
};

/** Use is measured once a day, so of yesterday is as good as now. */
const fullnessText = (fill: DiskFill): string => {
  const { percent, ageDays } = fill;
  const is = ageDays <= 1 ? 'is' : 'was';
  const measured = ageDays <= 1 ? '' : ` when it was measured ${ageDays} days ago`;
  return `The disk ${is} ${percent} % full${measured}${whenText(fill)}`;
};

const whyText = ({ budget, allocation }: Starvation, { share, gb, obstacle }: Starved): string => {
  const nothing = `budget "${budget.name}" has nothing for it`;
  if (obstacle !== null) return `${nothing}. ${obstacle} Free space on the disk meanwhile.`;
  if (allocation.frozen) return `${nothing}: disks that are provisioned cost more than the budget.`;
  return `${nothing}: it gets ${gb} of the ${share?.claim.wantGb ?? 0} GB it could use.`;
};

const detailsOf = ({ budget }: Starvation, { raiseBy }: Relief, { fill, starved }: Filling) => {
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

const findingOf = (starvation: Starvation, relief: Relief, filling: Filling): Finding => {
  const { starved, fill, level } = filling;
  const { project, service } = starved.subject.judgement.decision;
  const helps = reliefTexts(starvation, relief, starved).join('; ');
  const what = `${fullnessText(fill)}, and ${whyText(starvation, starved)}`;
  const message = starved.obstacle === null ? `${what} To help, do one of these: ${helps}.` : what;
  return {
    code: 'disk-fills-up',
    project,
    service,
    subject: level,
    message,
    details: detailsOf(starvation, relief, filling),
  };
};

/**
 * What a person should know of services that their budget leaves without room while their disks fill up: so many days
 * before a disk is full, when 90 % of it are used, and when all of it is; each with what would help. Nothing is said of a
 * disk whose use was never measured.
 * @param fillOf how full the disk of a service is; null while that is not known
 * @param soonDays from the policy; 0 means never before 90 %
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
  const relief = reliefFor(
    starvation,
    fillings.filter(({ starved }) => starved.obstacle === null),
  );
  return fillings.map((filling) => findingOf(starvation, relief, filling));
};
