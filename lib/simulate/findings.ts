import type { Finding } from '../core/model/decision.ts';
import { isoInstant } from '../core/model/durations.ts';
import type { Snapshot } from '../core/model/model.ts';
import { emptyFindingLog, type FindingLog, recordFindings } from '../core/notices/finding-log.ts';
import { anyLevelKey, findingKey, followFindings, type LoggedFinding } from '../core/notices/logged-findings.ts';
import { ownerMessages } from '../core/notices/messages.ts';
import type { Plan } from '../core/plan/plan-result.ts';
import { ownerBy } from '../core/policy/effective-tags.ts';

/** The findings that people know of, from pass to pass. */
interface FindingsOfLife {
  /** Notes the findings of a pass over the whole organization. @returns the number of notices that it sends */
  readonly note: (plan: Plan, pass: PassFacts) => number;
}

interface PassFacts {
  readonly snapshots: readonly Snapshot[];
  readonly ownerTag: string;
  readonly nowMs: number;
}

/** What waits for an approval is a finding of its run. */
const waitingFinding = ({ proposal }: Plan): Finding[] => {
  if (proposal === undefined) return [];
  const { digest } = proposal;
  return [{ code: 'plan-needs-approval', project: '', service: '', subject: digest, message: digest }];
};

/** @param organization its id, by which notices name their sender */
export const createFindings = (organization: string): FindingsOfLife => {
  let log: FindingLog = emptyFindingLog;
  return {
    note: (plan, { snapshots, ownerTag, nowMs }) => {
      const incomplete = new Set(
        plan.findings.filter(({ code }) => code === 'budget-incomplete').map(({ subject }) => subject),
      );
      const open = new Map(
        log.open.flatMap((finding) => [
          [findingKey(finding), finding] as const,
          [anyLevelKey(finding), finding] as const,
        ]),
      );
      const accepted = (plan.accepted ?? []).flatMap((finding) => {
        const logged = open.get(findingKey(finding)) ?? open.get(anyLevelKey(finding));
        return logged === undefined ? [] : [{ ...finding, subject: logged.subject, isAccepted: true as const }];
      });
      const ends = ({ code, subject }: LoggedFinding) => !(code.startsWith('budget-') && incomplete.has(subject));
      const owner = ownerBy(snapshots, plan.decisions, ownerTag);
      const findings = [...plan.findings, ...accepted, ...waitingFinding(plan)];
      const changes = followFindings(log.open, findings, ends, owner, isoInstant(nowMs));
      const recorded = recordFindings(log, changes, nowMs, plan.mode !== 'enforce' || plan.freeze !== undefined);
      log = recorded.log;
      return ownerMessages({ organization }, recorded.notified).length;
    },
  };
};
