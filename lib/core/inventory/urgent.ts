import type { Plan } from '../plan/plan-result.ts';

/** Days to a disk's threshold or maximum within which the next pass should read its project. */
const soonDays = 2;

type Urgency = Pick<Plan, 'changes' | 'findings' | 'forecast' | 'freeze'>;

/**
 * Projects that the next pass should read early: those with changes, with changes that wait for a freeze to end, and those
 * with a service near its threshold or maximum (scale §1). A service at its maximum waits for a person: another
 * reading would tell nothing new, and a large organization has too many of them to read them all every hour.
 */
export const urgentProjects = ({ changes, findings, forecast, freeze }: Urgency): ReadonlySet<string> => {
  const isNear = (days: number | null) => days !== null && days <= soonDays;
  const near = (forecast?.services ?? []).filter(
    ({ isReached, daysToThreshold, daysToMaximum }) => !isReached && (isNear(daysToThreshold) || isNear(daysToMaximum)),
  );
  const soon = findings.filter(({ code }) => code === 'disk-fills-up');
  return new Set([...changes, ...(freeze?.waiting ?? []), ...soon, ...near].map(({ project }) => project));
};
