import { callerText } from '../audit/holder-text.ts';
import type { ServiceName } from '../model/grouping.ts';
import type { Policy } from '../model/policy-document.ts';
import { because } from '../model/reason.ts';
import type { ServiceContext } from '../service/changes.ts';

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
