import type { AuditRecord } from '../audit/audit.ts';
import { type Change, detaches, kindFacts } from '../change/change.ts';
import type { Finding } from '../model/decision.ts';
import { groupBy, serviceKey } from '../model/grouping.ts';
import type { PlanKey } from '../model/model.ts';
import { because, type Reason } from '../model/reason.ts';
import type { ServiceContext } from '../service/changes.ts';
import { floorUnder } from '../service/floor.ts';
import { optionsChange } from '../service/options-change.ts';
import { planService, type ServicePlan } from '../service/service-plan.ts';
import { undoSearch } from './undo-search.ts';
import { type DiskState, isBetween, isState, type Passage, passageOf, stateNow, stateText } from './undo-state.ts';

/** A run whose writes are to be taken back. */
export interface Undo {
  readonly runId: string;
  readonly records: readonly AuditRecord[];
}

/** What is to be done for one service that the run has touched. */
export interface ServiceUndo {
  readonly subject: ServiceContext;
  readonly plan: ServicePlan;
}

export interface UndoPlan {
  readonly services: readonly ServiceUndo[];
  /** About what is not there any more, so that nothing can be brought back to it. */
  readonly findings: readonly Finding[];
}

interface Place {
  readonly project: string;
  readonly service: string;
}

const notUndone = ({ project, service }: Place, message: string): Finding => ({
  code: 'not-undone',
  project,
  service,
  message,
});

const only = (subject: ServiceContext, message: string): ServicePlan => ({
  changes: [],
  findings: [notUndone(subject.judgement.decision, message)],
});

/** The same service as if policy asked for what the run found. */
const asked = (
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

/** Growth is for good (spec.md §1.2): what the disk has gained stays, also when the autoscaler goes. */
const keptGrowth = (subject: ServiceContext): { readonly findings: readonly Finding[]; readonly needs?: PlanKey } => {
  const { project } = subject.judgement.decision;
  const floor = floorUnder(project, subject.service, 0, subject.planDisks, 'additional');
  if (floor.kind === 'ask') return { findings: [], needs: floor.key };
  if (floor.kind !== 'above') return { findings: [] };
  const message = `The disk stays as large as it is: ${floor.gb} GB of additional storage are provisioned, and the platform only scales up.`;
  return { findings: [notUndone(subject.judgement.decision, message)] };
};

/** Takes the autoscaler away, or of it what `goes`: an endpoint that was there before stays. */
const withdraw = (
  subject: ServiceContext,
  reasons: readonly Reason[],
  goes: (change: Change) => boolean,
): ServicePlan => {
  const kept = keptGrowth(subject);
  if (kept.needs !== undefined) return { changes: [], findings: [], needs: kept.needs };
  const planned = planService(asked(subject, reasons, { effect: 'disable' }));
  const changes = planned.changes.filter(goes);
  return { ...planned, changes, findings: [...planned.findings, ...(changes.length === 0 ? [] : kept.findings)] };
};

const unused = (subject: ServiceContext): ServicePlan =>
  only(subject, `Its endpoint ${subject.actual.endpointName} was used by nothing, so it is not made again.`);

const without = (subject: ServiceContext, found: Required<DiskState>, reasons: readonly Reason[]): ServicePlan => {
  if (found.endpoint === null) return withdraw(subject, reasons, () => true);
  if (subject.actual.attached.length === 0) return unused(subject);
  return withdraw(subject, reasons, detaches);
};

/**
 * Brings one service back to what the run found, by planning for it as if policy asked for that: so nothing is set below
 * what is provisioned, nothing of anybody else is touched, and what cannot be done is told, as in every plan.
 *
 * | found \ now                        | as the run left it, or partly so              | as the run found it | otherwise  |
 * |------------------------------------|-----------------------------------------------|---------------------|------------|
 * | nothing                            | delete-integration, delete-endpoint           | –                   | not-undone |
 * | our endpoint only                  | delete-integration                            | –                   | not-undone |
 * | our endpoint only, since deleted   | – (not-undone: it was used by nothing)        | –                   | not-undone |
 * | autoscaler at M, now at N          | update-endpoint (M, or what is provisioned)   | –                   | not-undone |
 * | autoscaler at M, now none          | create-endpoint, create-integration           | –                   | not-undone |
 * | autoscaler, its endpoint gone      | – (not-undone)                                | –                   | not-undone |
 */
const undoDisk = (subject: ServiceContext, passage: Passage, runId: string): ServicePlan => {
  const now = stateNow(subject.actual);
  const { before, after } = passage;
  if (isState(now, before)) return { changes: [], findings: [] };
  if (subject.judgement.exempt) return only(subject, 'A tag exempts the service since, so it is left alone.');
  if (!isBetween(now, passage)) {
    const seen: DiskState = now;
    return only(
      subject,
      `Run ${runId} left ${stateText(after)}, now there is ${stateText(seen)}: it was changed since, so it stays as it is.`,
    );
  }
  const found: Required<DiskState> = { ...now, ...before };
  const reasons = because('undo', `Undoes run ${runId}: before it there was ${stateText(found)}.`);
  if (!found.integrated) return without(subject, found, reasons);
  if (found.endpoint === null) {
    return only(
      subject,
      `Its endpoint ${subject.actual.endpointName} is gone since, and the run did not know its maximum.`,
    );
  }
  const { maxAdditionalGb, maximum } = found.endpoint;
  if (maximum.gb === null || maxAdditionalGb === null) {
    return only(subject, 'The maximum that the run found could not be read, so it cannot be restored.');
  }
  return planService(asked(subject, reasons, { effect: 'enable', maxAdditionalGb }));
};

const undoOptions = (
  subject: ServiceContext,
  records: readonly AuditRecord[],
  runId: string,
): Pick<ServicePlan, 'changes' | 'findings'> => {
  const { project, service } = subject.judgement.decision;
  const record = records.find(({ kind }) => kindFacts[kind].about === 'search');
  if (record === undefined) return { changes: [], findings: [] };
  if (subject.judgement.exempt)
    return only(subject, 'A tag exempts the service since, so its search configuration is left alone.');
  const { members, problems } = undoSearch(subject.service, record);
  const reasons = because('undo', `Undoes run ${runId}: options are set back to what they were.`);
  const place = { project, service, rule: '', reasons };
  const changes: Change[] = members.length === 0 ? [] : [optionsChange(place, members)];
  return { changes, findings: problems.map((message) => notUndone(place, message)) };
};

const undoService = (subject: ServiceContext, records: readonly AuditRecord[], runId: string): ServicePlan => {
  if (subject.service.unusable !== undefined) return planService(subject);
  const passage = passageOf(records);
  const disk = passage === undefined ? { changes: [], findings: [] } : undoDisk(subject, passage, runId);
  const search = undoOptions(subject, records, runId);
  return {
    ...disk,
    changes: [...disk.changes, ...search.changes],
    findings: [...disk.findings, ...search.findings],
  };
};

const whyGone = ({ service, endpointName }: AuditRecord): string =>
  service === ''
    ? `Endpoint ${endpointName} belonged to a service that was gone and was used by nothing, so it is not made again.`
    : 'The service, or its project, is not there any more or could not be read, so nothing of it can be brought back.';

/**
 * Plans to take back what a run has written, service by service, against what is there now. Writes that the platform
 * refused changed nothing; those of which nobody knows are judged by what is there. Pure.
 */
export const planUndo = ({ runId, records }: Undo, cases: readonly ServiceContext[]): UndoPlan => {
  const done = records.filter(({ status }) => status !== 'failed');
  const groups = groupBy(done, serviceKey);
  const services: ServiceUndo[] = [];
  for (const subject of cases) {
    const group = groups.get(serviceKey(subject.judgement.decision));
    groups.delete(serviceKey(subject.judgement.decision));
    if (group !== undefined) services.push({ subject, plan: undoService(subject, group, runId) });
  }
  const findings = [...groups.values()].flatMap(([first]) =>
    first === undefined ? [] : [notUndone(first, whyGone(first))],
  );
  return { services, findings };
};
