import { NotFound } from '../../../contract/errors.ts';
import type { Grant } from '../../../core/grants/grants.ts';
import { type Decision, reasonText } from '../../../core/model/decision.ts';
import { findings as facts } from '../../../core/model/findings/findings.ts';
import type { ServiceName } from '../../../core/model/grouping.ts';
import { mayLook } from '../../../core/model/mode.ts';
import type { Plan } from '../../../core/plan/plan-result.ts';

/** What a plan makes of a grant, in sentences. */

const isOf =
  ({ project, service }: ServiceName) =>
  (at: { readonly project: string; readonly service?: string | null }): boolean =>
    at.project === project && at.service === service;

const decisionOf = ({ decisions }: Plan, service: ServiceName): Decision | undefined => decisions.find(isOf(service));

const ofBudget = ({ reasons }: Decision): string => reasonText(reasons.filter(({ source }) => source === 'budget'));

/** Why the plan leaves the maximum as it is; undefined if it sets it, or if the service has it already. */
const obstacleTo = ({ changes, proposal, freeze, findings }: Plan, decision: Decision): string | undefined => {
  const isOwn = isOf(decision);
  if ([...changes, ...(proposal?.changes ?? [])].some(isOwn)) return undefined;
  if ((decision.actual?.maximumGb ?? null) === decision.maxAdditionalGb) return undefined;
  if (freeze?.waiting.some(isOwn)) return `it waits for the end of the freeze: ${freeze.reason}`;
  return ofBudget(decision) || findings.find(isOwn)?.message || 'headroom explain shows why';
};

/** @throws Error if the grant can have no effect, so that it is not recorded */
const grantable = (plan: Plan, { project, service, maxGb }: Grant, largestMaximumGb: number | undefined): Decision => {
  const decision = decisionOf(plan, { project, service });
  if (decision === undefined)
    throw new NotFound(`project ${project} has no service ${service}, or could not be read; nothing is granted`);
  if (decision.effect !== 'enable' || decision.actual?.exempt)
    throw new Error(
      `policy does not enable the autoscaler of ${project}/${service}, so nothing is granted: ${reasonText(decision.reasons)} To add storage without one: headroom grow ${project}/${service} GB`,
    );
  const obstacle = plan.findings.find((finding) => isOf(decision)(finding) && facts[finding.code].prevents === 'grant');
  if (obstacle !== undefined)
    throw new Error(
      `nothing is granted to ${project}/${service}: ${obstacle.message} To add storage without its autoscaler: headroom grow ${project}/${service} GB`,
    );
  if (largestMaximumGb !== undefined && maxGb > largestMaximumGb)
    throw new Error(
      `nothing is granted to ${project}/${service}: ${maxGb} GB is more than limits.maxAdditionalGb of the policy, ${largestMaximumGb} GB`,
    );
  return decision;
};

/**
 * What policy and budget make of the grant, in one line.
 * @param largestMaximumGb the largest maximum of the organization; absent without one
 * @throws Error if the grant can have no effect
 */
export const grantAnswer = (plan: Plan, grant: Grant, largestMaximumGb: number | undefined): string => {
  if (!mayLook(plan.mode)) return 'Mode is stop: no calls were made.';
  const { project, service, maxGb, through } = grant;
  const decision = grantable(plan, grant, largestMaximumGb);
  const { maxAdditionalGb = 0, actual } = decision;
  const present = actual?.maximumGb ?? null;
  const from = present === null ? 'no maximum now' : `${present} GB now`;
  const granted = `${project}/${service}: ${from}, ${maxGb} GB granted through ${through}`;
  if (present !== null && present >= maxGb) return `${granted}; the service has that already.`;
  const held = obstacleTo(plan, decision);
  if (held !== undefined) return `${granted}; not set now: ${held}`;
  if (maxAdditionalGb < maxGb) return `${granted}; the plan sets ${maxAdditionalGb} GB. ${ofBudget(decision)}`;
  if (maxAdditionalGb > maxGb) return `${granted}; policy already allows ${maxAdditionalGb} GB.`;
  const hasBudget = plan.budgets.some(({ shares }) => shares.some(isOf(grant)));
  return hasBudget ? `${granted}; budgets allow it.` : `${granted}.`;
};

/** How much less the service has after a run than it was granted, and why; undefined if it has all of it. */
export const grantShortfall = (plan: Plan | null, grant: Grant): string | undefined => {
  const decision = plan === null ? undefined : decisionOf(plan, grant);
  if (plan === null || decision === undefined) return undefined;
  const held = obstacleTo(plan, decision);
  const inForceGb = held === undefined ? decision.maxAdditionalGb : decision.actual?.maximumGb;
  if ((inForceGb ?? 0) >= grant.maxGb) return undefined;
  const why = held ?? ofBudget(decision);
  const { project, service, maxGb, through } = grant;
  return (
    `${project}/${service} has ${inForceGb ?? 0} of ${maxGb} GB: ${why} ` +
    `Each run until ${through} gives it more as soon as there is more to give.`
  );
};
