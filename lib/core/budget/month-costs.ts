import type { Sample } from '../forecast/growth.ts';
import { type ProjectHistory, provisionedSamples } from '../forecast/project-history.ts';
import { dayMs, isoInstant } from '../model/durations.ts';
import { compositeKey } from '../model/grouping.ts';
import { costOfGb, type Money, parseMoney } from '../model/money.ts';
import { mbPerGb, wholeGb } from '../model/sizes.ts';
import { planKeyText } from '../service/floor.ts';
import type { Member, Membership } from './members.ts';
import { accrued, grantable } from './month-to-date.ts';

/** Projects by name. */
export type Histories = ReadonlyMap<string, ProjectHistory>;

type SamplesOf = (project: string, service: string) => Sample[];

const indexed = (histories: Histories): SamplesOf => {
  const byPlace = new Map<string, () => Sample[]>();
  for (const [project, { days, services }] of histories) {
    for (const history of services) {
      byPlace.set(compositeKey(project, history.name), () => provisionedSamples(days, history));
    }
  }
  return (project, service) => byPlace.get(compositeKey(project, service))?.() ?? [];
};

/** Cost of the additional storage of one service this month, from its size history. */
const accruedBy = ({ subject, price }: Member, samplesOf: SamplesOf, now: string): Money => {
  const { service, judgement, planDisks } = subject;
  const planDiskMb = planDisks.get(planKeyText(service.type, service.plan));
  if (planDiskMb == null || price === null) return 0n;
  const samples = samplesOf(judgement.decision.project, service.name).map(({ day, gb }) => ({
    at: isoInstant(day * dayMs),
    monthly: costOfGb(price, Math.max(0, wholeGb(gb * mbPerGb - planDiskMb))),
  }));
  return accrued(samples, now);
};

/**
 * Returns the money available in a budget, as an amount per month. With basis run-rate this is the whole budget. With basis
 * month-to-date it is the rate at which the rest of the budget lasts until the end of the calendar month (design §8).
 * @param now ISO 8601, UTC
 */
export const grantableOf = (histories: Histories, now: string): ((membership: Membership) => Money) => {
  const samplesOf = indexed(histories);
  return ({ budget, members }) => {
    const monthly = parseMoney(budget.monthly) ?? 0n;
    if (budget.basis === 'run-rate') return monthly;
    const soFar = members.reduce((sum, member) => sum + accruedBy(member, samplesOf, now), 0n);
    return grantable(monthly, soFar, now);
  };
};
