import type { Finding } from '../model/decision.ts';
import { because } from '../model/reason.ts';
import type { ServiceContext } from './changes.ts';
import type { Drifted } from './drift.ts';
import { listed, numbered, pinStep } from './managed-elsewhere.ts';
import type { ServicePlan } from './service-plan.ts';

/** Findings of a service that a change by hand may have led to. */
const explained: ReadonlySet<string> = new Set(['foreign-autoscaler', 'endpoint-shared', 'managed-elsewhere']);

const told = (subject: ServiceContext, { kinds }: Drifted, message: string): ServicePlan => {
  const { project, service } = subject.judgement.decision;
  const finding: Finding = { code: 'drift', project, service, message, details: { drift: kinds.join(', ') } };
  return { changes: [], findings: [finding], tellsDrift: true };
};

const leaveReported = (subject: ServiceContext, drifted: Drifted): ServicePlan =>
  told(
    subject,
    drifted,
    `${drifted.said} Nothing is changed on the service, as the policy says drift: report. Set it right by hand, or let drift: repair do so.`,
  );

/** What bears another name is not ours to touch any more, even where its id is known: only a person can say whose it is now. */
const leaveRenamed = (subject: ServiceContext, drifted: Drifted): ServicePlan => {
  const { service, judgement, actual } = subject;
  const ids = listed(service.integrations.map(({ id }) => id));
  const steps = [
    ...(judgement.managedBy === null ? [] : [pinStep(service)]),
    `delete integration ${ids}`,
    `delete endpoint ${actual.foreign.join(', ')}, if nothing else uses it`,
  ];
  return told(
    subject,
    drifted,
    `${drifted.said} Only an endpoint that bears our name is changed, so nothing is. To have policy take over again: ${numbered(steps)} The next run then makes ${actual.endpointName} anew.`,
  );
};

/**
 * What becomes of the plan of one service that somebody else has changed since Headroom last wrote to it:
 *
 * | plan without it \ policy                  | drift: repair                      | drift: report             |
 * |-------------------------------------------|------------------------------------|---------------------------|
 * | changes                                   | the same, and their reasons say so | – (drift)                 |
 * | nothing, as policy wants what was changed | –                                  | – (drift if in a budget)  |
 * | – (foreign-autoscaler, endpoint-shared,   | the same, and it says so           | the same, and it says so  |
 * |    managed-elsewhere)                     |                                    |                           |
 * | – (foreign-autoscaler), endpoint renamed  | – (drift, with all steps)          | – (drift, with all steps) |
 * | – (not-eligible, size not known, …)       | the same                           | the same                  |
 *
 * In a budget what policy wants is a share that is not divided to who is left as it is, so there it is told in any case.
 */
export const planDrifted = (subject: ServiceContext, planned: ServicePlan): ServicePlan => {
  const { drifted, actual, judgement } = subject;
  if (drifted === undefined || planned.needs !== undefined) return planned;
  const { kinds, said, handling } = drifted;
  if (kinds.includes('endpoint-renamed') && actual.foreign.length > 0) return leaveRenamed(subject, drifted);
  const changes = planned.changes.map((change) => ({
    ...change,
    reasons: [...change.reasons, ...because('drift', said)],
  }));
  if (handling === 'report' && (changes.length > 0 || (planned.findings.length === 0 && judgement.budget !== null))) {
    return leaveReported(subject, drifted);
  }
  const isExplained = planned.findings.some(({ code }) => explained.has(code));
  if (changes.length === 0 && !isExplained) return planned;
  const findings = planned.findings.map((finding) =>
    explained.has(finding.code) ? { ...finding, message: `${finding.message} ${said}` } : finding,
  );
  return { ...planned, changes, findings, tellsDrift: true };
};
