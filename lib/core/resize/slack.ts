import type { PlannedService } from '../adoption/targets.ts';
import { judgedConfidence, keptDays } from '../budget/need/claim.ts';
import { type DiskFacts, neededGb } from '../budget/need/disk-needs.ts';
import type { BudgetResult } from '../budget/result.ts';
import { because } from '../model/decision.ts';
import { type ServiceName, serviceKey } from '../model/grouping.ts';
import { costOfGb, type Money, parseMoney } from '../model/money.ts';
import { type ServiceContext, update } from '../service/changes.ts';
import { expressed } from '../service/expressible.ts';

/** A disk that holds more than it needs: GB that it keeps, and its price. */
interface Slack {
  readonly subject: ServiceContext;
  readonly fromGb: number;
  readonly keptGb: number;
  readonly perGb: Money;
}

/** What the disks of a budget hold beyond provisioned storage, guarantee, grant and the need of two weeks. */
const slackIn = ({ shares }: BudgetResult, contexts: readonly ServiceContext[], disks: DiskFacts): Slack[] => {
  const shareOf = new Map(shares.map((share) => [serviceKey(share), share]));
  return contexts.flatMap((subject) => {
    const share = shareOf.get(serviceKey(subject.judgement.decision));
    const perGb = share?.perGbMonth == null ? null : parseMoney(share.perGbMonth);
    if (share?.currentGb == null || share.wantGb === null || share.provisionedGb === null || perGb === null) return [];
    const needGb = neededGb(subject, share.provisionedGb, disks)(keptDays, judgedConfidence);
    const keptGb = Math.max(share.provisionedGb, share.atLeastGb ?? 0, subject.grantedGb ?? 0, needGb);
    const isOurs = subject.actual.attached.length === 1 && subject.judgement.managedBy === null;
    return isOurs && keptGb < share.currentGb ? [{ subject, fromGb: share.currentGb, keptGb, perGb }] : [];
  });
};

const lowerOf = ({ subject, fromGb }: Slack, toGb: number, why: string): PlannedService[] => {
  const [attached] = subject.actual.attached;
  const maximum = expressed(subject, toGb);
  if (attached === undefined || typeof maximum === 'string') return [];
  const change = update(subject, attached.endpoint, { toGb, maximum, reasons: because('grow', why) });
  return [{ subject, plan: { changes: [change], findings: [], tally: { kind: 'lower', fromGb, toGb } } }];
};

/**
 * The lowers that free so much money a month for the growth of one disk: of the last tier first, and of the disk with the most
 * slack. Empty where all slack together is too little.
 */
export const slackFor = (
  short: Money,
  budget: BudgetResult,
  contexts: readonly ServiceContext[],
  { disks, growing }: { readonly disks: DiskFacts; readonly growing: ServiceName },
): PlannedService[] => {
  const others = slackIn(budget, contexts, disks).filter(
    ({ subject, perGb }) => perGb > 0n && serviceKey(subject.judgement.decision) !== serviceKey(growing),
  );
  const order = others.sort(
    (a, b) =>
      b.subject.judgement.priority - a.subject.judgement.priority || b.fromGb - b.keptGb - (a.fromGb - a.keptGb),
  );
  const why = `It needs less within ${keptDays} days, and ${growing.project}/${growing.service} needs the money of their budget now.`;
  let missing = short;
  const lowers: PlannedService[] = [];
  for (const slack of order) {
    if (missing <= 0n) break;
    const freedGb = Number((missing + slack.perGb - 1n) / slack.perGb);
    const gb = Math.min(slack.fromGb - slack.keptGb, freedGb);
    const lower = lowerOf(slack, slack.fromGb - gb, why);
    if (lower.length > 0) missing -= costOfGb(slack.perGb, gb);
    lowers.push(...lower);
  }
  return missing <= 0n ? lowers : [];
};
