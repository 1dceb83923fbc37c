import { adoptAgain, returnEndpoint } from '../adoption/adoption.ts';
import type { PlannedService } from '../adoption/targets.ts';
import { type AuditedWrite, auditedText } from '../audit/audit.ts';
import { type Change, detaches, givesBack, kindFacts, resizes, takesOver } from '../change/change.ts';
import { because, type Finding, findingAt, type Reason } from '../model/decision.ts';
import { groupBy, type ServiceName, serviceKey } from '../model/grouping.ts';
import { optionsChange, type ServiceContext } from '../service/changes.ts';
import { floorUnder } from '../service/floor.ts';
import { planService, type ServicePlan } from '../service/service-plan.ts';
import {
  type AutoscalerState,
  differences,
  type Passage,
  passageOf,
  stateNow,
  stateText,
  undoSearch,
} from './undo-state.ts';

/** A run to undo. */
export interface Undo {
  readonly runId: string;
  readonly records: readonly AuditedWrite[];
}

export interface UndoPlan {
  /** The services that the run wrote to. */
  readonly services: readonly PlannedService[];
  /** Findings on services that no longer exist and cannot be restored. */
  readonly findings: readonly Finding[];
}

const notUndone = (service: ServiceName, message: string): Finding => findingAt(service, 'not-undone', message);

const only = (subject: ServiceContext, message: string): ServicePlan => ({
  changes: [],
  findings: [notUndone(subject.judgement.decision, message)],
});

/** The same service with the state before the run as its desired state. */
const withDesired = (
  subject: ServiceContext,
  reasons: readonly Reason[],
  desired: { readonly effect: 'disable' } | { readonly effect: 'enable'; readonly maxAdditionalGb: number },
): ServiceContext => {
  const { project, service } = subject.judgement.decision;
  return {
    ...subject,
    judgement: { ...subject.judgement, decision: { project, service, rule: '', reasons, ...desired } },
  };
};

/** The autoscaler never makes a disk smaller (spec.md §1.2): added storage stays without it until a person removes it. */
const permanentGrowth = (subject: ServiceContext): Pick<ServicePlan, 'findings' | 'needs'> => {
  const { project } = subject.judgement.decision;
  const floor = floorUnder(project, subject.service, 0, subject.sizes.planDiskMb, 'additional');
  if (floor.kind === 'ask') return { findings: [], needs: floor.key };
  if (floor.kind !== 'above') return { findings: [] };
  const message = `The disk keeps its size: ${floor.gb} GB of additional storage are provisioned, and only a person can remove them (disk_space_mb of the service, with a rolling restart).`;
  return { findings: [notUndone(subject.judgement.decision, message)] };
};

/** Removes the parts of the autoscaler that `goes` selects: an endpoint that existed before the run stays. */
const withdraw = (
  subject: ServiceContext,
  reasons: readonly Reason[],
  goes: (change: Change) => boolean,
): ServicePlan => {
  const growth = permanentGrowth(subject);
  if (growth.needs !== undefined) return { changes: [], findings: [], needs: growth.needs };
  const planned = planService(withDesired(subject, reasons, { effect: 'disable' }));
  const changes = planned.changes.filter(goes);
  return { ...planned, changes, findings: [...planned.findings, ...(changes.length === 0 ? [] : growth.findings)] };
};

const without = (
  subject: ServiceContext,
  before: Required<AutoscalerState>,
  reasons: readonly Reason[],
): ServicePlan => {
  const { attached, endpointName } = subject.actual;
  if (before.endpoint === null) return withdraw(subject, reasons, () => true);
  if (attached.length > 0) return withdraw(subject, reasons, detaches);
  return only(subject, `Its endpoint ${endpointName} was unused before the run, so it is not created again.`);
};

/**
 * Restores one service to its state before the run, by planning it with that desired state. Every law of a plan applies: no
 * maximum below the provisioned size, no change to other tools' objects, and a finding for each obstacle.
 *
 * | before \ now                       | state after the run, or a mixture             | state before        | otherwise  |
 * |------------------------------------|-----------------------------------------------|---------------------|------------|
 * | nothing                            | delete-integration, delete-endpoint           | –                   | not-undone |
 * | our endpoint only                  | delete-integration                            | –                   | not-undone |
 * | our endpoint only, since deleted   | – (not-undone: it was unused)                 | –                   | not-undone |
 * | autoscaler at M, now at N          | update-endpoint (M, or what is provisioned)   | –                   | not-undone |
 * | autoscaler at M, now none          | create-endpoint, create-integration           | –                   | not-undone |
 * | autoscaler, its endpoint gone      | – (not-undone)                                | –                   | not-undone |
 */
const undoDisk = (subject: ServiceContext, passage: Passage, runId: string): ServicePlan => {
  const now = stateNow(subject.actual);
  const { before, after } = passage;
  const sinceBefore = differences(now, before);
  if (sinceBefore.length === 0) return { changes: [], findings: [] };
  if (subject.judgement.exempt) return only(subject, 'A tag now exempts the service, so it stays unchanged.');
  // An uncertain write, or a partial undo, leaves a mixture of the states before and after the run.
  const sinceAfter = differences(now, after);
  if (sinceBefore.some((part) => sinceAfter.includes(part))) {
    return only(
      subject,
      `Changed after run ${runId}, so it stays unchanged: the run left ${stateText(after)}, now it has ${stateText(now)}.`,
    );
  }
  const original: Required<AutoscalerState> = { ...now, ...before };
  const reasons = because('undo', `Undoes run ${runId}: before it the service had ${stateText(original)}.`);
  if (!original.integrated) return without(subject, original, reasons);
  if (original.endpoint === null) {
    return only(
      subject,
      `Its endpoint ${subject.actual.endpointName} is gone, and the run did not record its maximum.`,
    );
  }
  const { maxAdditionalGb, maximum } = original.endpoint;
  if (maximum.gb === null || maxAdditionalGb === null) {
    return only(subject, 'The run could not read the maximum before its write, so it cannot be restored.');
  }
  return planService(withDesired(subject, reasons, { effect: 'enable', maxAdditionalGb }));
};

/** What the undo of each service depends on besides its records. */
interface Given {
  readonly runId: string;
  readonly lastingOptions: ReadonlySet<string>;
}

const undoOptions = (
  subject: ServiceContext,
  records: readonly AuditedWrite[],
  { runId, lastingOptions }: Given,
): Pick<ServicePlan, 'changes' | 'findings'> => {
  const { project, service } = subject.judgement.decision;
  const record = records.find(({ kind }) => kindFacts[kind].about === 'search');
  if (record === undefined) return { changes: [], findings: [] };
  if (subject.judgement.exempt)
    return only(subject, 'A tag now exempts the service, so its search configuration stays unchanged.');
  const { members, problems } = undoSearch(subject.service, record, lastingOptions);
  const reasons = because('undo', `Undoes run ${runId}: restores the options.`);
  const motive = { project, service, rule: '', reasons };
  const changes: Change[] = members.length === 0 ? [] : [optionsChange(motive, members)];
  return { changes, findings: problems.map((message) => notUndone(motive, message)) };
};

const undoManager = (subject: ServiceContext, records: readonly AuditedWrite[], runId: string): ServicePlan => {
  const record = records.find((write) => takesOver(write) || givesBack(write));
  if (record === undefined) return { changes: [], findings: [] };
  if (subject.judgement.exempt) return only(subject, 'A tag now exempts the service, so its endpoint stays as it is.');
  const { endpointName } = record;
  const undone = takesOver(record)
    ? returnEndpoint(subject, endpointName, runId)
    : adoptAgain(subject, endpointName, runId);
  return typeof undone === 'string' ? only(subject, undone) : { changes: undone, findings: [] };
};

/** A removed storage may be needed elsewhere by now, and a smaller disk may no longer hold the data: a person decides again. */
const undoSize = (subject: ServiceContext, records: readonly AuditedWrite[], runId: string): readonly Finding[] => {
  const record = records.find(resizes);
  if (record === undefined) return [];
  const message = `A new disk size cannot be undone (run ${runId}: ${auditedText(record.before)} → ${auditedText(record.after)}). The autoscaler grows the disk again when its use needs that.`;
  return [notUndone(subject.judgement.decision, message)];
};

const undoService = (subject: ServiceContext, records: readonly AuditedWrite[], given: Given): ServicePlan => {
  if (subject.service.unusable !== undefined) return planService(subject);
  const passage = passageOf(records);
  const disk = passage === undefined ? { changes: [], findings: [] } : undoDisk(subject, passage, given.runId);
  const parts = [disk, undoManager(subject, records, given.runId), undoOptions(subject, records, given)];
  return {
    ...disk,
    changes: parts.flatMap(({ changes }) => changes),
    findings: [...parts.flatMap(({ findings }) => findings), ...undoSize(subject, records, given.runId)],
  };
};

const whyGone = ({ service, endpointName }: AuditedWrite): string =>
  service === ''
    ? `Endpoint ${endpointName} was unused and its service was gone, so it is not created again.`
    : 'The service or its project no longer exists or could not be read, so it cannot be restored.';

/**
 * Plans the undo of a run, service by service, against the current state. Writes that the platform refused changed nothing;
 * for writes with an unknown outcome the current state decides. Pure.
 */
export const planUndo = (
  { runId, records }: Undo,
  contexts: readonly ServiceContext[],
  lastingOptions: ReadonlySet<string>,
): UndoPlan => {
  const written = records.filter(({ status }) => status !== 'failed');
  const groups = groupBy(written, serviceKey);
  const services: PlannedService[] = [];
  for (const subject of contexts) {
    const group = groups.get(serviceKey(subject.judgement.decision));
    groups.delete(serviceKey(subject.judgement.decision));
    if (group !== undefined) services.push({ subject, plan: undoService(subject, group, { runId, lastingOptions }) });
  }
  const findings = [...groups.values()].flatMap(([first]) =>
    first === undefined ? [] : [notUndone(first, whyGone(first))],
  );
  return { services, findings };
};
