import { callerText } from '../audit/holder-text.ts';
import { type Change, isDiskChange, isSearchChange, maximumMove } from '../change/change.ts';
import { because, type Finding, findingAt } from '../model/decision.ts';
import { type ServiceName, serviceKey } from '../model/grouping.ts';
import type { Policy } from '../model/policy-document.ts';
import type { ServiceContext } from '../service/changes.ts';
import type { Tally } from '../service/service-plan.ts';

/** More room for one service for some days: it raises the maximum that rules and tags give, and never lowers one. */
export interface Grant extends ServiceName {
  /** Maximum additional storage in whole GB. */
  readonly maxGb: number;
  /** Last day, `YYYY-MM-DD`, UTC. */
  readonly through: string;
  /** Who granted it, as far as known, and when: ISO 8601, UTC. */
  readonly by: string;
  readonly at: string;
}

/** The grants that are in force on a day, `YYYY-MM-DD`, UTC. */
export const grantsOn = (grants: readonly Grant[], today: string): Grant[] =>
  grants.filter(({ through }) => today <= through);

/**
 * Lookup that applies the grants of a day. A grant only raises the maximum of a service that policy enables; the limit of
 * the organization, budgets and guardrails limit it like every other maximum. Pure.
 */
export const grantApplier = (grants: readonly Grant[] = [], today: string, limits?: Policy['limits']) => {
  const largestMaximumGb = limits?.maxAdditionalGb ?? Number.POSITIVE_INFINITY;
  const inForce = new Map(
    grantsOn(grants, today).map((grant) => [JSON.stringify([grant.project, grant.service]), grant]),
  );
  return (subject: ServiceContext): ServiceContext => {
    const { decision, exempt } = subject.judgement;
    const grant = inForce.get(JSON.stringify([decision.project, decision.service]));
    if (grant === undefined || exempt || decision.effect !== 'enable') return subject;
    const { through, by } = grant;
    const maxGb = Math.min(grant.maxGb, largestMaximumGb);
    if (maxGb <= (decision.maxAdditionalGb ?? 0)) return { ...subject, grantedGb: maxGb };
    const reasons = [
      ...decision.reasons,
      ...because('grant', `A grant by ${callerText(by)} raises the maximum to ${maxGb} GB through ${through}.`),
    ];
    return {
      ...subject,
      grantedGb: maxGb,
      judgement: { ...subject.judgement, decision: { ...decision, maxAdditionalGb: maxGb, reasons } },
    };
  };
};

/** What a person or the policy promised a service, in GB and as the subject of a clause; undefined without a promise. */
const promiseTo = ({
  judgement: { decision, atLeastGb },
}: ServiceContext): { readonly gb: number; readonly by: string } | undefined => {
  const wantGb = decision.maxAdditionalGb ?? 0;
  // A maximum of a rule or a tag is a ceiling, and no promise.
  if (decision.reasons.some(({ source }) => source === 'grant')) return { gb: wantGb, by: 'a grant gives it' };
  const gb = Math.min(atLeastGb, wantGb);
  return gb > 0 ? { gb, by: `rule "${decision.rule}" guarantees` } : undefined;
};

/**
 * That a plan lowers a maximum below what was promised: only the owner knows what that breaks.
 * @param subject the service with the maximum that rule, tag and grant give it
 * @param why of its budget, in a sentence
 */
export const belowPromise = (subject: ServiceContext, tally: Tally | undefined, why: string): Finding[] => {
  const promise = promiseTo(subject);
  if (tally?.kind !== 'lower' || promise === undefined) return [];
  const { fromGb, toGb } = tally;
  if (fromGb < promise.gb || toGb >= promise.gb) return [];
  const message = `Its maximum falls from ${fromGb} GB to ${toGb} GB, below the ${promise.gb} GB that ${promise.by}. ${why}`;
  return [findingAt(subject.judgement.decision, 'maximum-below-promise', message, { details: { fromGb, toGb } })];
};

/** Whether a change is one of the disk of a service, and does not take room from it. */
const serves =
  ({ project, service }: ServiceName) =>
  (change: Change): boolean =>
    isDiskChange(change) && change.project === project && change.service === service && maximumMove(change) !== 'lower';

/**
 * The changes that a plan for one service contains: the changes of its disk, and all releases of their budget, because the money
 * of its grants may come from them (design §12.3). A person who asks for more room never gets less: what the policy takes
 * from the service waits for a run of all.
 * @param only absent: all changes
 */
export const changesFor = (changes: readonly Change[], only: ServiceName | undefined): Change[] => {
  if (only === undefined) return [...changes];
  const isOwn = serves(only);
  const budgets = new Set(changes.filter(isOwn).map(({ budget }) => budget));
  return changes.filter(
    (change) =>
      isOwn(change) ||
      (change.phase === 'release' &&
        change.budget !== undefined &&
        budgets.has(change.budget) &&
        !(change.project === only.project && change.service === only.service)),
  );
};

/** Whether a plan changes nothing but this service: a person decides on it alone, whatever the policy wants elsewhere. */
export const concernsOnly = (changes: readonly Change[], only: ServiceName | undefined): boolean =>
  only !== undefined && changes.every(serves(only));

/** Tallies of the services whose disks these changes change. */
export const talliesOf = <T extends ServiceName>(tallies: readonly T[], changes: readonly Change[]): T[] => {
  const changed = new Set(changes.filter((change) => !isSearchChange(change)).map(serviceKey));
  return tallies.filter((tally) => changed.has(serviceKey(tally)));
};
