import type { HeadroomEvent } from '../../contract/events.ts';
import type { AuditLink } from '../../core/audit/audit.ts';
import type { ChangeResult } from '../../core/change/change.ts';
import type { RestPlan } from '../../core/plan/plan-result.ts';
import type { Bus } from '../../ports.ts';
import type { ReportObject } from '../store/run-objects.ts';

/** Event of a confirmed change; undefined if another change of the service has the event. */
const eventOf = (runId: string, result: ChangeResult): HeadroomEvent | undefined => {
  if (result.status !== 'confirmed') return undefined;
  const { project } = result;
  switch (result.kind) {
    case 'create-integration':
      return {
        type: 'AutoscalerEnabled',
        detail: { project, service: result.service, runId, maxAdditionalGb: result.toGb },
      };
    case 'delete-integration':
      return { type: 'AutoscalerDisabled', detail: { project, service: result.service, runId } };
    case 'update-endpoint': {
      const { service, fromGb, toGb } = result;
      return { type: 'MaximumChanged', detail: { project, service, runId, fromGb, toGb } };
    }
    case 'create-endpoint':
    case 'delete-endpoint':
    case 'adopt-endpoint':
    case 'return-endpoint':
    case 'update-search-configuration':
    case 'resize-disk':
      return undefined;
    default:
      return result satisfies never;
  }
};

/** The error that ended a run. */
const failureOf = ({ runId, outcome, error, cause }: ReportObject): HeadroomEvent[] =>
  outcome === 'failed' ? [{ type: 'RunFailed', detail: { runId, error: error ?? 'Error', cause: cause ?? '' } }] : [];

/**
 * Event of a completed run; none for a failed run.
 * @param audit end of the audit after the run; undefined if it cannot be read
 */
export const completionOf = (
  { runId, outcome, plan, results }: ReportObject,
  audit: AuditLink | undefined,
): HeadroomEvent[] => {
  if (outcome === 'failed') return [];
  const countOf = (status: ChangeResult['status']) => results.filter((result) => result.status === status).length;
  const counts = { confirmed: countOf('confirmed'), failed: results.length - countOf('confirmed') };
  const findings = plan?.findings.length ?? 0;
  return [{ type: 'RunCompleted', detail: { runId, outcome, ...counts, findings, ...(audit && { audit }) } }];
};

/** What a run proposed; null if nothing of its plan waits, and of a run that only looked. */
export const waitingPlan = ({ plan, outcome }: Pick<ReportObject, 'plan' | 'outcome'>): RestPlan | null =>
  outcome === 'observed' ? null : (plan?.proposal ?? null);

/** Events of a run before its end: each confirmed change, a plan that needs approval, and a failure. */
export const runEvents = (report: ReportObject): HeadroomEvent[] => {
  const { runId, results } = report;
  const changed = results.map((result) => eventOf(runId, result)).filter((event) => event !== undefined);
  const proposed = waitingPlan(report);
  const waiting: HeadroomEvent[] =
    proposed === null
      ? []
      : [
          {
            type: 'PlanNeedsApproval',
            detail: { runId, digest: proposed.digest, reasons: proposed.violations.map(({ message }) => message) },
          },
        ];
  return [...changed, ...waiting, ...failureOf(report)];
};

/** Publishes events, if there are any. */
export const publishSome = async (bus: Bus, events: readonly HeadroomEvent[]): Promise<void> => {
  if (events.length > 0) await bus.publish(events);
};
