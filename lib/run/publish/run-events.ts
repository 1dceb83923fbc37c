import type { HeadroomEvent } from '../../contract/events.ts';
import type { ChangeResult } from '../../core/change/change.ts';
import type { RestPlan } from '../../core/plan/plan-result.ts';
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
      return undefined;
    default:
      return result satisfies never;
  }
};

const endOf = ({ runId, outcome, error, cause, plan, results }: ReportObject): HeadroomEvent => {
  if (outcome === 'failed') {
    return { type: 'RunFailed', detail: { runId, error: error ?? 'Error', cause: cause ?? '' } };
  }
  const countOf = (status: ChangeResult['status']) => results.filter((result) => result.status === status).length;
  const counts = { confirmed: countOf('confirmed'), failed: results.length - countOf('confirmed') };
  return { type: 'RunCompleted', detail: { runId, outcome, ...counts, findings: plan?.findings.length ?? 0 } };
};

/** The plan that a run proposed: its own, or the rest that no approval covers; null without one. */
export const waitingPlan = ({ plan, outcome }: Pick<ReportObject, 'plan' | 'outcome'>): RestPlan | null =>
  outcome === 'needs-approval' ? plan : (plan?.approval?.rest ?? null);

/** Events of a run: each confirmed change, a plan that needs approval, and the outcome. */
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
  return [...changed, ...waiting, endOf(report)];
};
