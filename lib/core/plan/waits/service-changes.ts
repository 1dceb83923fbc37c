import type { DiskFacts } from '../../budget/need/disk-needs.ts';
import type { Change } from '../../change/change.ts';
import { serviceKey } from '../../model/grouping.ts';
import { mbPerGb } from '../../model/sizes.ts';
import type { ServiceContext } from '../../service/changes.ts';
import type { Tally } from '../../service/service-plan.ts';
import type { Named } from '../freeze-hold.ts';
import type { PricedTally } from '../summary.ts';
import { harmOf } from './harm.ts';
import { byService, type ServiceChanges } from './waits.ts';

interface PlanFacts {
  readonly contexts: readonly ServiceContext[];
  readonly tallies: readonly Named<PricedTally>[];
  readonly disks: DiskFacts;
  /** Budgets that keep the rest of their money, by name. */
  readonly keeping: ReadonlySet<string>;
}

/**
 * Whether the maximum of a service follows the growth of disks, and not a number of the policy: a raise of a budget that shares its
 * rest may do either, so a forecast must say it.
 */
const isGrowthOf = (
  { judgement: { budget, forecast } }: ServiceContext,
  kind: Tally['kind'] | undefined,
  keeping: ReadonlySet<string>,
): boolean => {
  if (kind === 'lower') return budget !== null || forecast !== null;
  return kind === 'raise' && (forecast !== null || keeping.has(budget ?? ''));
};

/** Reads what judging needs of the changes of a plan, service by service. */
export const serviceChangesIn = ({ contexts, tallies, disks, keeping }: PlanFacts) => {
  const subjects = new Map(contexts.map((subject) => [serviceKey(subject.judgement.decision), subject]));
  const kinds = new Map(tallies.map((tally) => [serviceKey(tally), tally.kind]));
  return (part: readonly Change[]): ServiceChanges[] =>
    byService(part).map((changes): ServiceChanges => {
      const [first] = changes;
      const key = first === undefined ? '' : serviceKey(first);
      const subject = subjects.get(key);
      const kind = kinds.get(key);
      const harm = harmOf(changes, subject, disks);
      return {
        changes,
        kind,
        harm,
        isGrowth: harm === null && subject !== undefined && isGrowthOf(subject, kind, keeping),
        planGb: (subject?.sizes.planDiskMb ?? 0) / mbPerGb,
        daysToFull: subject === undefined ? null : (disks.fillOf(subject)?.daysToFull ?? null),
      };
    });
};
