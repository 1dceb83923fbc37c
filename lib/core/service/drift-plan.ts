import { because, type Finding, findingAt } from '../model/decision.ts';
import { findings as facts } from '../model/findings/findings.ts';
import type { ServiceContext } from './changes.ts';
import { type Drifted, lossKinds } from './drift.ts';
import { listed, numbered, pinStep } from './managed-elsewhere.ts';
import type { ServicePlan } from './service-plan.ts';

const reported = (subject: ServiceContext, { kinds, message }: Drifted, whyNot: string): ServicePlan => {
  const details = { drift: kinds.join(', ') };
  const finding = findingAt(subject.judgement.decision, 'drift', `${message} Not changed: ${whyNot}`, { details });
  return { changes: [], findings: [finding], reportsDrift: true };
};

/** A renamed endpoint is no longer Headroom's to change, even if its id is known: only a person can say who owns it now. */
const leaveRenamed = (subject: ServiceContext, drifted: Drifted): ServicePlan => {
  const { service, judgement, actual } = subject;
  const ids = listed(service.integrations.map(({ id }) => id));
  const steps = [
    ...(judgement.managedBy === null ? [] : [pinStep(service)]),
    `delete integration ${ids}`,
    `delete endpoint ${actual.foreign.join(', ')}, if nothing else uses it`,
  ];
  return reported(
    subject,
    drifted,
    `Headroom changes only endpoints with its own name. To let policy take over again: ${numbered(steps)} The next run then creates ${actual.endpointName}.`,
  );
};

/** That a service which had the autoscaler has none now; with drift: report, the finding `drift` says it. */
const lossOf = (
  { actual, judgement }: ServiceContext,
  { kinds, message }: Drifted,
  changes: readonly unknown[],
): Finding[] => {
  const isLost = actual.attached.length + actual.foreign.length === 0 && kinds.some((kind) => lossKinds.includes(kind));
  if (!isLost) return [];
  const outcome =
    changes.length > 0 ? 'The plan restores the autoscaler.' : 'The plan does not restore the autoscaler.';
  const details = { drift: kinds.join(', ') };
  return [findingAt(judgement.decision, 'autoscaler-lost', `${message} ${outcome}`, { details })];
};

/** That a raise by hand stays for some hours. */
const kept = ({ judgement: { decision } }: ServiceContext, { raise }: Drifted): Finding[] =>
  raise === undefined
    ? []
    : [
        findingAt(
          decision,
          'raise-kept',
          `${raise.text}. To keep it: headroom grant ${decision.project}/${decision.service} ${raise.toGb}; for longer, raise it in the policy.`,
        ),
      ];

/** That the plan takes back what a person changed; a loss of the autoscaler has a finding of its own. */
const takenBack = (
  { judgement: { decision } }: ServiceContext,
  { kinds, message }: Drifted,
  changes: readonly unknown[],
): Finding[] => {
  if (changes.length === 0 || kinds.some((kind) => lossKinds.includes(kind))) return [];
  const keep =
    decision.effect === 'enable' && kinds.includes('maximum-changed')
      ? ` To keep a larger maximum for some days: headroom grant ${decision.project}/${decision.service} GB; for longer, raise it in the policy.`
      : '';
  const details = { drift: kinds.join(', ') };
  return [findingAt(decision, 'change-taken-back', `${message} The plan takes it back.${keep}`, { details })];
};

/**
 * Adapts the plan of a service with foreign changes since Headroom last wrote to it:
 *
 * | plan without it \ policy                  | drift: repair                      | drift: report             |
 * |-------------------------------------------|------------------------------------|---------------------------|
 * | changes                                   | the same, with drift as a reason   | – (drift)                 |
 * | nothing, as the change matches policy     | –                                  | – (drift if in a budget)  |
 * | – (foreign-autoscaler, endpoint-shared,   | the same, with drift added         | the same, with drift added|
 * |    managed-elsewhere)                     |                                    |                           |
 * | – (foreign-autoscaler), endpoint renamed  | – (drift, with all steps)          | – (drift, with all steps) |
 * | – (not-eligible, unknown size, …)         | the same                           | the same                  |
 *
 * A removal that leaves the service without any autoscaler adds autoscaler-lost, except beside the finding drift; another change
 * that the plan takes back adds change-taken-back, for its owner.
 * With drift: report a budget assigns no share to a drifted service, so its drift is always reported.
 */
export const planDrifted = (subject: ServiceContext, planned: ServicePlan): ServicePlan => {
  const { drifted, actual, judgement } = subject;
  if (drifted === undefined || planned.needs !== undefined) return planned;
  const { kinds, message, handling } = drifted;
  if (kinds.includes('endpoint-renamed') && actual.foreign.length > 0) return leaveRenamed(subject, drifted);
  const changes = planned.changes.map((change) => ({
    ...change,
    reasons: [...change.reasons, ...because('drift', message)],
  }));
  if (handling === 'report' && (changes.length > 0 || (planned.findings.length === 0 && judgement.budget !== null))) {
    return reported(subject, drifted, 'the policy has drift: report. Correct it by hand, or set drift: repair.');
  }
  const isExplained = planned.findings.some(({ code }) => facts[code].byHand);
  const loss = lossOf(subject, drifted, changes);
  if (changes.length === 0 && !isExplained)
    return { ...planned, findings: [...planned.findings, ...loss, ...kept(subject, drifted)] };
  const findings = planned.findings.map((finding) =>
    facts[finding.code].byHand ? { ...finding, message: `${finding.message} ${message}` } : finding,
  );
  return {
    ...planned,
    changes,
    findings: [...findings, ...loss, ...takenBack(subject, drifted, changes)],
    reportsDrift: true,
  };
};
