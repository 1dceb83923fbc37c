import type { AuditedState, AuditedWrite, AuditStatus } from '../../core/audit/audit.ts';
import { type Change, type ChangeEnd, endpointIdAfter, type FoundAt } from '../../core/change/change.ts';
import { changeJson } from '../../core/change/change-json.ts';
import { compositeKey, groupBy } from '../../core/model/grouping.ts';
import type { HeldMaximum, MaximumKind } from '../../core/model/model.ts';
import type { OptionChange } from '../../core/model/search-configuration.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Store } from '../../ports.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { needObject, readObject } from '../store/objects.ts';
import { listProgress, type PartName, type ReadableProgress, readableProgress } from '../store/progress-log.ts';
import { readRun } from '../store/run.ts';
import type { Attempt, EndList, PlannedProject, RunObject } from '../store/run-objects.ts';

/** Stored facts of one project in one phase of a run. */
interface Trace {
  readonly progress: ReadableProgress;
  readonly results: EndList;
  /** Ids of the endpoints that the run made, by name. */
  readonly made: ReadonlyMap<string, string>;
  /** Endpoints at the start of the run, by id. */
  readonly endpoints: ReadonlyMap<string, PlannedProject['endpoints'][number]>;
}

type Sent = Pick<AuditedWrite, 'at' | 'requestId' | 'status' | 'error'>;

const unknownError = 'the task ended before it recorded the result of the write';

const ending = (
  { status, error, write }: Omit<Attempt, 'change'>,
  result: ChangeEnd | undefined,
): readonly [AuditStatus, string | null] => {
  if (result?.status === 'confirmed') return ['confirmed', null];
  if (status === 'accepted') return ['unconfirmed', result?.error ?? 'accepted, but not read back'];
  return [write?.uncertain ? 'unknown' : 'failed', error ?? null];
};

const damagedError = 'the record of the write is damaged: whether it was sent, and how it ended, is unknown';

/**
 * Result of a write whose record is damaged, unless reading back shows that it happened; undefined if its record is whole.
 * @param startedAt of the run
 */
const damagedAt = ({ progress, results }: Trace, index: number, startedAt: string): Sent | undefined => {
  const { damaged, damagedEnd, attempts } = progress;
  const isAtEnd = index >= attempts.length && damagedEnd !== undefined;
  if (!isAtEnd && !damaged.has(index)) return undefined;
  const at = (isAtEnd ? damagedEnd.since : damaged.get(index)) ?? startedAt;
  const isDone = results[index]?.status === 'confirmed';
  return isDone
    ? { at, requestId: null, status: 'confirmed', error: null }
    : { at, requestId: null, status: 'damaged', error: damagedError };
};

/**
 * Result of the write at an index of the part; undefined if certainly none was sent.
 * @param startedAt of the run
 */
const sentAt = (trace: Trace, index: number, startedAt: string): Sent | undefined => {
  const damaged = damagedAt(trace, index, startedAt);
  if (damaged !== undefined) return damaged;
  const { progress, results } = trace;
  const attempt = progress.attempts[index];
  const result = results[index];
  if (attempt?.write !== undefined) {
    const [status, error] = ending(attempt, result);
    return { at: attempt.write.at, requestId: attempt.write.requestId, status, error };
  }
  if (progress.intent === undefined || index !== progress.attempts.length) return undefined;
  const isDone = result?.status === 'confirmed';
  const error = isDone ? null : (result?.error ?? unknownError);
  return { at: progress.intent.at, requestId: null, status: isDone ? 'confirmed' : 'unknown', error };
};

type States = Pick<AuditedWrite, 'before' | 'after'>;

const options = (members: readonly OptionChange[], side: 'from' | 'to'): AuditedState => ({
  kind: 'search-configuration',
  options: Object.fromEntries(members.map((member) => [member.path, member[side]])),
});

const endpoint = (maximum: HeldMaximum, maxAdditionalGb: number): AuditedState => ({
  kind: 'endpoint',
  maximum,
  maxAdditionalGb,
});

const manager = (by: 'headroom' | 'others', maximum: HeldMaximum): AuditedState => ({ kind: 'manager', by, maximum });

/**
 * States before and after a change.
 * @param endpointId id of the endpoint after the write
 * @param heldBy maximum of an endpoint at the start of the run
 */
const statesOf = (
  change: Change,
  endpointId: string | null,
  heldBy: (id: string) => HeldMaximum | undefined,
): States => {
  const was = ({ endpointId: id, fromGb }: FoundAt & { readonly endpointId: string }, kind: MaximumKind) =>
    endpoint(heldBy(id) ?? { kind, gb: null }, fromGb);
  switch (change.kind) {
    case 'create-endpoint':
      return { before: null, after: endpoint(change.maximum, change.toGb) };
    case 'update-endpoint':
      return { before: was(change, change.maximum.kind), after: endpoint(change.maximum, change.toGb) };
    case 'delete-endpoint':
      return { before: was(change, 'additional'), after: null };
    case 'create-integration':
      return { before: null, after: { kind: 'integration', integrationId: null, endpointId } };
    case 'delete-integration':
      return { before: { kind: 'integration', integrationId: change.integrationId, endpointId }, after: null };
    case 'adopt-endpoint':
      return { before: manager('others', change.maximum), after: manager('headroom', change.maximum) };
    case 'return-endpoint':
      return { before: manager('headroom', change.maximum), after: manager('others', change.maximum) };
    case 'update-search-configuration':
      return { before: options(change.members, 'from'), after: options(change.members, 'to') };
    case 'resize-disk':
      return { before: { kind: 'disk', diskMb: change.fromMb }, after: { kind: 'disk', diskMb: change.toMb } };
    default:
      return change satisfies never;
  }
};

/** Facts about a run that all of its records repeat. */
interface Origin {
  readonly run: RunObject;
  readonly plan: Plan;
}

const writeOfChange = ({ run, plan }: Origin, trace: Trace, change: Change, sent: Sent): AuditedWrite => {
  const { kind, project, service, endpointName, rule, reason, reasons } = changeJson(change);
  const endpointId = endpointIdAfter(change, trace.made);
  const states = statesOf(change, endpointId, (id) => trace.endpoints.get(id)?.maximum);
  const { runId, trigger } = run;
  const {
    digest = '',
    by = '',
    approvedAt = '',
  } = plan.approval?.used.find((used) => used.digest === change.approval) ?? {};
  const target = { kind, project, service, endpointName, endpointId, ...states };
  return {
    runId,
    digest: plan.digest,
    ...(digest !== '' && { approval: { digest, by, approvedAt } }),
    trigger,
    rule,
    reason,
    reasons,
    ...target,
    ...sent,
  };
};

/** Changes of a plan by phase and project, as the apply tasks receive them. */
const partsOf = (plan: Plan): Change[][] => [
  ...groupBy(plan.changes, ({ phase, project }) => compositeKey(phase, project)).values(),
];

const traceOf = async (store: Store, part: PartName): Promise<Trace> => {
  const { runId, phase, project } = part;
  const progress = await readableProgress(store, part);
  const results = await readObject<EndList>(store, keys.results(runId, phase, project));
  const seen = await readObject<PlannedProject>(store, keys.plannedProject(runId, project));
  const endpoints = new Map((seen?.endpoints ?? []).map((endpoint) => [endpoint.id, endpoint]));
  return { progress, results: results ?? [], made: progress.made, endpoints };
};

/**
 * Every write that a run sent or may have sent to the platform, in plan order, from the records that apply tasks store
 * before and after each write. Skipped changes and changes that failed before sending do not count; a run without such
 * records has written nothing. Writes whose record in a log is damaged are there with the status `damaged`.
 * @throws StoreDamaged if the run, its plan, a planned project or the results of a part cannot be read
 */
export const auditedWrites = async (store: Store, runId: string): Promise<AuditedWrite[]> => {
  const hasProgress = await listProgress(store, runId);
  if (hasProgress === undefined) return [];
  const run = await readRun(store, runId);
  const plan = await needObject<Plan>(store, keys.plan(runId));
  const origin = { run, plan };
  const parts = partsOf(plan);
  const traces = await inBatches(parts, async ([first]) => {
    const name = first && { runId, phase: first.phase, project: first.project };
    return name && hasProgress(name) ? traceOf(store, name) : undefined;
  });
  return parts.flatMap((part, index) => {
    const trace = traces[index];
    if (trace === undefined) return [];
    return part.flatMap((change, at) => {
      const sent = sentAt(trace, at, run.startedAt);
      return sent === undefined ? [] : [writeOfChange(origin, trace, change, sent)];
    });
  });
};
