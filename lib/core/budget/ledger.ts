import {
  type Change,
  type ChangeResult,
  type GrantingChange,
  gbOf,
  grows,
  isDiskChange,
  type ProposedOf,
  subjectName,
} from '../change/change.ts';
import { byService, groupBy, type ServiceName, serviceKey } from '../model/grouping.ts';
import { costOfGb, formatCentsUp, formatExact, type Money, parseMoney } from '../model/money.ts';
import { oncePerText } from '../model/remembering.ts';
import { wholeGb } from '../model/sizes.ts';
import type { ServiceContext } from '../service/changes.ts';
import { planLimitGb, withinPlan } from '../service/disk-limit.ts';
import { resultsByService } from '../service/protection.ts';
import type { BudgetResult, BudgetShare } from './result.ts';

/**
 * Money in force: what every maximum in force can cost. One number a budget, which everyone uses: a grant may be written
 * only while the number after it is within the amount. Only a confirmed write lowers it; an answer that is partial, late or
 * wrong can only make it larger.
 */

/** What one service can cost its budget. */
export interface LedgerLine extends ServiceName {
  /** Most additional storage in GB that its disk has or can grow to by the maximum in force. */
  readonly inForceGb: number;
  /** Per GB and month; null without a price, so that it counts nothing. */
  readonly price: Money | null;
}

/**
 * The most additional storage in GB that a disk has, or can reach by any autoscaler that it uses or that a run may have
 * granted since it was read. Of a maximum that cannot be read it is what its plan allows, where that is known.
 * @param provisionedGb null while unknown
 */
export const inForceGbOf = (
  { actual, sizes, remembered }: Pick<ServiceContext, 'actual' | 'sizes' | 'remembered'>,
  provisionedGb: number | null,
): number => {
  const isUnreadable = actual.maximum !== null && actual.inForceGb === null;
  const held = isUnreadable ? (planLimitGb(sizes) ?? 0) : withinPlan(actual.inForceGb ?? 0, sizes);
  return Math.max(provisionedGb ?? 0, held, withinPlan(remembered?.grantedGb ?? 0, sizes));
};

/** What the maximums of these services can cost a month. */
export const inForce = (lines: Iterable<LedgerLine>): Money => {
  let sum = 0n;
  for (const { inForceGb, price } of lines) sum += costOfGb(price ?? 0n, inForceGb);
  return sum;
};

/** Whether a change deletes an endpoint whose service is gone. It counts in the ledger until that is confirmed. */
export const isOfNoService = (change: Change): change is Change & ProposedOf<'delete-endpoint'> =>
  change.kind === 'delete-endpoint' && change.service === null;

/** How the ledger names the subject of a change: a service, or an unused endpoint, which no service is called like. */
export const ledgerName = (change: Change): string => change.service ?? `endpoint ${subjectName(change)}`;

/** A maximum to write. */
export interface Wanted extends ServiceName {
  readonly toGb: number;
}

/**
 * The most GB that changes grant each service of a budget, the most urgent service first.
 * @param urgencyOf the lower, the sooner a disk needs its grant
 */
export const grantsOf = (
  changes: readonly Change[],
  { shares }: Pick<BudgetResult, 'shares'>,
  urgencyOf: (change: Change) => number,
): Wanted[] => {
  const provisioned = new Map(shares.map((share) => [serviceKey(share), share.provisionedGb]));
  const granting = changes
    .filter((change) => isDiskChange(change) || grows(change))
    .filter(({ phase }) => phase === 'grant');
  return [...groupBy(granting, serviceKey)]
    .map(([key, own]) => ({
      own,
      toGb: own.reduce((most, change) => Math.max(most, grantedGbOf(change, provisioned.get(key) ?? null)), 0),
      rank: own.reduce((least, change) => Math.min(least, urgencyOf(change)), Number.POSITIVE_INFINITY),
    }))
    .sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
    .flatMap(({ own, toGb }) =>
      own.slice(0, 1).map(({ project, service }) => ({ project, service: service ?? '', toGb })),
    );
};

/** Why the money of a budget does not suffice for a grant, by `serviceKey`. */
type Refused = ReadonlyMap<string, string>;

/**
 * The grants that the free money of a budget does not pay for. They are taken one after the other; a grant that does not fit
 * waits, and smaller ones after it may still fit. While more is in force than the amount, all of them wait.
 * @param limit the amount a month
 * @param grants the most urgent first
 */
export const beyondMoney = (limit: Money, lines: readonly LedgerLine[], grants: readonly Wanted[]): Refused => {
  const byService = new Map(lines.map((line) => [serviceKey(line), line]));
  const refused = new Map<string, string>();
  let sum = inForce(lines);
  const before = sum;
  for (const grant of grants) {
    const line = byService.get(serviceKey(grant));
    const addedGb = Math.max(0, grant.toGb - (line?.inForceGb ?? 0));
    const cost = costOfGb(line?.price ?? 0n, addedGb);
    if (cost === 0n) continue;
    if (sum + cost <= limit) sum += cost;
    else refused.set(serviceKey(grant), shortText(limit, before, sum, cost));
  }
  return refused;
};

const shortText = (limit: Money, before: Money, sum: Money, cost: Money): string => {
  const [has, needs] = [formatCentsUp(limit), formatCentsUp(cost)];
  if (before > limit) return `its maximums in force can cost ${formatCentsUp(before)} of ${has} a month already`;
  return `${formatCentsUp(sum)} of ${has} a month are in force or given to more urgent services, and it needs ${needs} more`;
};

/** Projects in the order in which to check their money: `first`, then those in which most is in force. */
export const byMoney = (lines: readonly LedgerLine[], first: ReadonlySet<string>): string[] => {
  const sums = new Map<string, Money>();
  for (const line of lines.toSorted(byService)) {
    sums.set(line.project, (sums.get(line.project) ?? 0n) + inForce([line]));
  }
  const rank = (project: string) => (first.has(project) ? 0 : 1);
  return [...sums]
    .sort(([a, most], [b, least]) => rank(a) - rank(b) || Number(least > most) - Number(most > least))
    .map(([project]) => project);
};

/** The money in force of a budget after a run. */
export interface InForce {
  /** What every maximum in force can cost; exact, of the services with a price. */
  readonly monthly: string;
  /** Services of which something is in force and that have no price. */
  readonly unpriced: number;
  /** By `serviceKey`. */
  readonly gbOf: ReadonlyMap<string, number>;
}

/** What a service counts with after a grant: its maximum, or its storage with what a person adds. */
const grantedGbOf = (grant: GrantingChange, provisionedGb: number | null): number =>
  isDiskChange(grant) ? gbOf(grant).toGb : (provisionedGb ?? 0) + wholeGb(grant.toMb - grant.fromMb);

/** Only confirmed releases lower it; a grant counts unless it was certainly not sent. */
const gbAfter = ({ inForceGb, gb, provisionedGb }: BudgetShare, results: readonly ChangeResult[]): number => {
  const disk = results.filter(isDiskChange);
  const releases = disk.filter(({ phase }) => phase === 'release');
  const isFreed = releases.length > 0 && releases.every(({ status }) => status === 'confirmed');
  const sent = [...disk, ...results.filter(grows)].filter(
    ({ phase, status }) => phase === 'grant' && status !== 'skipped',
  );
  return sent.reduce(
    (most, result) => Math.max(most, grantedGbOf(result, provisionedGb)),
    isFreed ? Math.min(gb, inForceGb) : inForceGb,
  );
};

/** @param results of the run; empty before it is applied */
export const inForceAfter = ({ shares }: Pick<BudgetResult, 'shares'>, results: readonly ChangeResult[]): InForce => {
  const resultsOf = resultsByService(results);
  const gbs = new Map<string, number>();
  const priceOf = oncePerText(parseMoney);
  let [sum, unpriced] = [0n, 0];
  for (const share of shares) {
    const gb = gbAfter(share, resultsOf(share));
    gbs.set(serviceKey(share), gb);
    const price = share.perGbMonth === null ? null : priceOf(share.perGbMonth);
    if (price === null && gb > 0) unpriced += 1;
    sum += costOfGb(price ?? 0n, gb);
  }
  return { monthly: formatExact(sum), unpriced, gbOf: gbs };
};
