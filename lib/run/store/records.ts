import type { ZodType } from 'zod';
import { type StoreKeyName, storeKeys } from '../../contract/store-keys.ts';
import type { AuditLink } from '../../core/audit/audit.ts';
import type { CallLedger } from '../../core/calls/ledger.ts';
import { proposedChangeJson, storedChangeJson } from '../../core/change/change-json.ts';
import type { ProjectHistory } from '../../core/forecast/project-history.ts';
import type { Grant } from '../../core/grants/grants.ts';
import type { DeadLetter, Delivery } from '../../core/notices/delivery.ts';
import type { FindingLog } from '../../core/notices/finding-log.ts';
import type { Arrived, Sent } from '../../core/notices/heartbeat.ts';
import { storedPlanJson } from '../../core/plan/plan-json.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { RunSummary } from '../../core/plan/run-summary.ts';
import type { LastApplied } from '../../core/service/last-applied.ts';
import type { MoneyOfDay } from '../../core/status/money-of-day.ts';
import type { PlanSpecification } from '../../ports.ts';
import { keyParts, keys, type Section } from './keys.ts';
import type {
  EndList,
  InventoryIndex,
  InventoryRecord,
  LatestReport,
  Lease,
  PlannedProject,
  ProgressStep,
  ProposedPlan,
  RunLookups,
  RunObject,
  StoredLookup,
  StoredReport,
} from './run-objects.ts';
import * as approvals from './schemas/approval.ts';
import * as inventory from './schemas/inventory.ts';
import * as memory from './schemas/memory.ts';
import * as moneys from './schemas/money.ts';
import * as notices from './schemas/notices.ts';
import { changeEnds } from './schemas/parts.ts';
import { plan } from './schemas/plan.ts';
import * as runs from './schemas/run.ts';
import { runSummarySchema } from './schemas/run-summary.ts';

/**
 * Handling of an unreadable object:
 * - `ask-again`: it counts as absent, because its source can provide the content again;
 * - `begin-anew`: its text is kept, a finding reports it, and it counts as absent;
 * - `stop`: its reader fails, because it is unsafe to continue without it.
 */
type WhenDamaged = 'ask-again' | 'begin-anew' | 'stop';

/** The part of a schema of lib/run/store/schemas that reading needs. */
type StoredSchema<T> = Pick<ZodType<T>, 'safeParse'>;

/** Stored form of an object that contains changes. */
interface StoredForm {
  /** JSON of the object. */
  readonly json: (value: never) => unknown;
  /** Merges the raw object with the parsed one: members that the schema does not name stay. */
  readonly merge: (read: never, parsed: never) => unknown;
}

/** One kind of object in the store: its schema, and the handling of damage. */
export interface StoredRecord {
  readonly schema: StoredSchema<unknown>;
  readonly whenDamaged: WhenDamaged;
  /** Remedy for people if damage stops a reader. */
  readonly remedy: string;
  /** Absent if the object is its own JSON. */
  readonly form?: StoredForm;
}

/** Binds a schema to the type of the object in the code. */
const askAgain = <T>(schema: StoredSchema<T>): StoredRecord => ({ schema, whenDamaged: 'ask-again', remedy: '' });

const beginAnew = <T>(schema: StoredSchema<T>): StoredRecord => ({ schema, whenDamaged: 'begin-anew', remedy: '' });

const stop = <T>(schema: StoredSchema<T>, remedy: string): StoredRecord => ({ schema, whenDamaged: 'stop', remedy });

const inForm = (form: StoredForm, record: StoredRecord): StoredRecord => ({ ...record, form });
const asParsed = (_: unknown, parsed: unknown): unknown => parsed;

const wholeOf = (read: Plan, { changes, decisions, freeze, redone, approval, proposal }: Plan): Plan => ({
  ...read,
  changes,
  decisions,
  ...(approval && { approval }),
  ...(freeze && { freeze: { ...read.freeze, ...freeze } }),
  ...(redone && { redone }),
  ...(proposal && { proposal: { ...read.proposal, ...proposal } }),
});

const forms = {
  proposedPlan: {
    json: (proposed: ProposedPlan) => ({ ...proposed, changes: proposed.changes.map(proposedChangeJson) }),
    merge: asParsed,
  },
  plan: { json: storedPlanJson, merge: wholeOf },
  plannedProject: {
    json: (planned: PlannedProject) => ({ ...planned, changes: planned.changes.map(storedChangeJson) }),
    merge: (read: PlannedProject, { changes }: PlannedProject): PlannedProject => ({ ...read, changes }),
  },
} satisfies Record<string, StoredForm>;

const newRun = 'Start another run.';
const audited =
  'The audit needs it: restore it from a backup or an earlier version, or delete it to continue without its content.';

/**
 * Keys without a record: what people write, mode and audit with schemas of their own, parts of objects, and what no program reads.
 */
type KeyWithoutRecord = 'policy' | 'calendar' | 'mode' | 'auditFile' | 'damaged';

/** Keys of objects of several kinds. */
type KeyOfKinds = 'proposedPlan' | 'approval' | 'delivery' | 'lookup' | 'sealing' | 'run' | 'plan' | 'applied';

/** Records of all other keys by name. */
const table: Readonly<Record<Exclude<StoreKeyName, KeyWithoutRecord | KeyOfKinds>, StoredRecord>> = {
  lease: stop<Lease>(
    memory.lease,
    'If no run is active, take the lease with headroom apply --break-lease, or delete the object.',
  ),
  callLedger: askAgain<CallLedger>(memory.callLedger),
  projectRecord: beginAnew<object>(memory.inSections),
  watch: beginAnew<object>(memory.inSections),
  intake: beginAnew<object>(memory.inSections),
  reported: beginAnew<object>(memory.inSections),
  policyVersion: askAgain<memory.PolicyVersion>(memory.policyVersion),
  used: stop<approvals.ApprovalUse>(
    approvals.approvalUse,
    'It records what runs used of an approval: check headroom audit, then delete it with the approval and the proposed plan of the same name.',
  ),
  grants: beginAnew<{ readonly grants: readonly Grant[] }>(memory.grants),
  moneyOfDay: askAgain<MoneyOfDay>(moneys.moneyOfDay),
  runSummary: askAgain<RunSummary>(runSummarySchema),
  report: stop<StoredReport>(runs.report, 'See the report of another run.'),
  inventoryIndex: askAgain<InventoryIndex>(inventory.inventoryIndex),
  readings: askAgain<runs.RunReadings>(runs.runReadings),
  questions: askAgain<RunLookups>(runs.runQuestions),
  sealed: askAgain<AuditLink>(runs.seal),
};

/** Records of areas with objects of several kinds, by the pattern of each kind. */
const kinds: readonly (readonly [pattern: string, StoredRecord])[] = [
  [
    keys.proposedPlan('*'),
    inForm(
      forms.proposedPlan,
      stop<ProposedPlan>(approvals.storedProposedPlan, 'Delete it; the next run proposes its plan again.'),
    ),
  ],
  [
    keys.approval('*'),
    stop<approvals.StoredApproval>(
      approvals.approval,
      'It records whether the plan was approved: check headroom audit, then delete it and approve the plan again.',
    ),
  ],
  [keys.approvedRequest('*'), stop<approvals.ApprovedRequest>(approvals.approvedRequest, 'Approve the request again.')],
  [keys.delivery('*'), beginAnew<Delivery>(notices.delivery)],
  [keys.delivered('*'), askAgain<Delivery>(notices.delivery)],
  [keys.deadLetter('*'), beginAnew<DeadLetter>(notices.deadLetter)],
  [keys.price('*', '*', '*'), askAgain<StoredLookup<string | null>>(memory.price)],
  [keys.planDisk('*', '*'), askAgain<StoredLookup<PlanSpecification | null>>(memory.planDisk)],
  [keys.unsealedRun('*'), stop<runs.Unsealed>(runs.unsealed, audited)],
  [keys.run('*'), stop<RunObject>(runs.run, audited)],
  [keys.requested('*'), askAgain<Pick<RunObject, 'trigger'>>(runs.requested)],
  [keys.planFile('*'), inForm(forms.proposedPlan, stop<ProposedPlan>(approvals.proposedPlan, newRun))],
  [keys.plan('*'), inForm(forms.plan, stop<Plan>(plan, audited))],
  [
    keys.plannedProject('*', '*'),
    inForm(forms.plannedProject, stop<PlannedProject>(inventory.plannedProject, audited)),
  ],
  [keys.money('*', '*'), stop<moneys.PlannedMoney>(moneys.plannedMoney, newRun)],
  [keys.progress('*', '*', '*'), stop<ProgressStep>(runs.progressStep, newRun)],
  [keys.results('*', '*', '*'), stop<EndList>(changeEnds, audited)],
  [keys.checkedMoney('*', '*'), stop<moneys.CheckedMoney>(moneys.checkedMoney, newRun)],
];

/** Sections of objects: each is absent until a task writes it. */
const sections: Readonly<Record<Section, StoredRecord>> = {
  reading: stop<InventoryRecord | undefined>(
    inventory.inventoryRecord.optional(),
    'The next pass reads the project again.',
  ),
  history: beginAnew<ProjectHistory | undefined>(memory.history.optional()),
  applied: beginAnew<{ readonly services: readonly LastApplied[] } | undefined>(memory.lastApplied.optional()),
  refusals: beginAnew<readonly memory.Refusal[] | undefined>(memory.refusals.optional()),
  findingLog: beginAnew<FindingLog | undefined>(notices.findingLog.optional()),
  outbox: beginAnew<notices.Outbox | undefined>(notices.outbox.optional()),
  projectsRead: beginAnew<readonly string[] | undefined>(memory.projectsRead.optional()),
  latestReport: stop<LatestReport | undefined>(runs.latestReport.optional(), 'The next run writes it again.'),
  wanted: beginAnew<memory.Wanted | undefined>(memory.wanted.optional()),
  watermarks: beginAnew<memory.LogPositions | undefined>(memory.watermarks.optional()),
  turn: beginAnew<memory.WatchTurn | undefined>(memory.watchTurn.optional()),
  heartbeatSent: beginAnew<Sent | undefined>(memory.heartbeatSent.optional()),
  heartbeatArrived: beginAnew<Arrived | undefined>(memory.heartbeatArrived.optional()),
  tokenExpiry: askAgain<memory.TokenExpiry | undefined>(memory.tokenExpiry.optional()),
  readingPass: askAgain<memory.ReadingPass | undefined>(memory.readingPass.optional()),
  policyInForce: beginAnew<memory.PolicyInForce | undefined>(memory.policyInForce.optional()),
};

const rows = (Object.keys(table) as (keyof typeof table)[]).map((name) => [storeKeys[name], table[name]] as const);

const patterns = [...rows, ...kinds].map(([pattern, record]) => {
  const names = pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]+');
  return [new RegExp(`^${names}$`), record] as const;
});

/** Only objects with changes have a form. */
const formAt = (key: string): StoredForm | undefined => patterns.find(([pattern]) => pattern.test(key))?.[1].form;

/** Whether an object is a plan or a part of one, whose lists may be long. */
export const containsChanges = (key: string): boolean => formAt(key) !== undefined;

/** Stored JSON of an object. */
export const jsonAt = (key: string, value: unknown): unknown => {
  const form = formAt(key);
  return form === undefined ? value : form.json(value as never);
};

/** Whether a member of an object in sections is one of them. */
export const isSection = (name: string): name is Section => Object.hasOwn(sections, name);

/** Record of a key. @throws Error for a key without a record, which could not be validated */
export const recordAt = (key: string): StoredRecord => {
  const { section } = keyParts(key);
  if (section !== undefined && isSection(section)) return sections[section];
  const match = patterns.find(([pattern]) => pattern.test(key));
  if (match === undefined) throw new Error(`the store key ${key} has no schema`);
  return match[1];
};
