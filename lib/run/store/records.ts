import { type StoreKeyName, storeKeys } from '../../contract/store-keys.ts';
import { changeJson, changeResultJson, proposedChangeJson } from '../../core/change/change-json.ts';
import type { ProjectHistory } from '../../core/forecast/project-history.ts';
import type { UnreadProject } from '../../core/model/model.ts';
import type { EpisodeLog } from '../../core/notices/episode-log.ts';
import { planJson } from '../../core/plan/plan-json.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { RunSummary } from '../../core/plan/run-summary.ts';
import { summarize } from '../../core/plan/summary.ts';
import type { LastApplied } from '../../core/service/last-applied.ts';
import type { Arrived, Sent } from '../../core/watch/heartbeat.ts';
import type { PlanSpecification } from '../../ports.ts';
import { reportJson } from './report-json.ts';
import type {
  ChangeList,
  Kept,
  Lease,
  ProgressObject,
  Proposal,
  ReportObject,
  ResultList,
  RunFreeze,
  RunObject,
  SurveyObject,
} from './run-objects.ts';
import * as approvals from './schemas/approval.ts';
import * as memory from './schemas/memory.ts';
import { changeResults, changes, unreadProject } from './schemas/parts.ts';
import { plan } from './schemas/plan.ts';
import * as runs from './schemas/run.ts';
import { runSummarySchema } from './schemas/run-summary.ts';

/**
 * What to do about an object that cannot be read:
 * - `ask-again`: it counts as absent, because its content can be had again from where it came;
 * - `begin-anew`: it is moved aside, so that nothing of it is lost, a finding tells of it, and it counts as absent;
 * - `stop`: whatever needs it fails, because going on without it could do harm.
 */
export type WhenDamaged = 'ask-again' | 'begin-anew' | 'stop';

/** Money of which a summary of the version before says nothing. */
const unknownAmounts = { loweredMonthly: null, disabledMonthly: null, removedMonthly: null, netMonthly: null };

/** The part of a schema of lib/run/store/schemas that reading needs. */
export interface StoredSchema<T> {
  safeParse(value: unknown):
    | { readonly success: true; readonly data: T }
    | {
        readonly success: false;
        readonly error: {
          readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
        };
      };
}

/** How an object that holds changes stands in the store. */
export interface StoredForm {
  /** The object in JSON. */
  readonly json: (value: never) => unknown;
  /** The object of what was read and of what the schema made of it: members that the schema does not name stay. */
  readonly of: (read: never, parsed: never) => unknown;
}

/** One kind of object in the store: what it holds, and what to do when it does not. */
export interface StoredRecord {
  readonly schema: StoredSchema<unknown>;
  readonly whenDamaged: WhenDamaged;
  /** How a person goes on when it is damaged and stops something. */
  readonly wayOut: string;
  /** Gives an object that the version before wrote the form of today. */
  readonly unversioned?: (value: unknown) => unknown;
  /** Gives members that the version before wrote their names of today; for one release. */
  readonly renamed?: (value: unknown) => unknown;
  /** Absent where the object is its own JSON. */
  readonly form?: StoredForm;
}

/** Ties a schema to the type that the code has of the object. */
const again = <T>(schema: StoredSchema<T>): StoredRecord => ({ schema, whenDamaged: 'ask-again', wayOut: '' });

const anew = <T>(schema: StoredSchema<T>, unversioned?: StoredRecord['unversioned']): StoredRecord => ({
  schema,
  whenDamaged: 'begin-anew',
  wayOut: '',
  unversioned,
});

const stop = <T>(schema: StoredSchema<T>, wayOut: string, unversioned?: StoredRecord['unversioned']): StoredRecord => ({
  schema,
  whenDamaged: 'stop',
  wayOut,
  unversioned,
});

const inForm = (form: StoredForm, record: StoredRecord): StoredRecord => ({ ...record, form });

const asParsed = (_: unknown, parsed: unknown): unknown => parsed;

const wholeOf = (read: Plan, { changes: own, decisions, freeze, redone }: Plan): Plan => ({
  ...read,
  changes: own,
  decisions,
  ...(freeze && { freeze: { ...read.freeze, ...freeze } }),
  ...(redone && { redone }),
});

const forms = {
  proposal: {
    json: (proposal: Proposal) => ({ ...proposal, changes: proposal.changes.map(proposedChangeJson) }),
    of: asParsed,
  },
  plan: { json: planJson, of: wholeOf },
  report: {
    json: reportJson,
    of: (read: ReportObject, { plan: own, results }: ReportObject): ReportObject => ({
      ...read,
      plan: read.plan && own && wholeOf(read.plan, own),
      results,
    }),
  },
  changes: { json: (list: ChangeList) => list.map(changeJson), of: asParsed },
  results: { json: (list: ResultList) => list.map(changeResultJson), of: asParsed },
} satisfies Record<string, StoredForm>;

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapped = (list: unknown, change: (item: Members) => Members): unknown =>
  Array.isArray(list) ? list.map((item) => (isMembers(item) ? change(item) : item)) : list;

/** A summary of the version before says nothing of what is taken back. */
const withWholeSummary = (value: unknown): unknown =>
  isMembers(value) && isMembers(value.summary)
    ? { ...value, summary: { ...summarize([], []), ...unknownAmounts, ...value.summary } }
    : value;

/** A plan of the version before knew no guaranteed shares. */
const wholePlan = (value: unknown): unknown => {
  const plan = withWholeSummary(value);
  if (!isMembers(plan)) return plan;
  const withShares = (budget: Members) => ({
    ...budget,
    shares: mapped(budget.shares, (share) => ({ atLeastGb: null, ...share })),
  });
  return { ...plan, budgets: mapped(plan.budgets, withShares) };
};

const withWholePlan = (value: unknown): unknown =>
  isMembers(value) ? { ...value, plan: wholePlan(value.plan) } : value;

/** The version before noted times of a clock that is not the platform's, so they say nothing. */
const withUnknownTimes = (value: unknown): unknown =>
  isMembers(value)
    ? { ...value, services: mapped(value.services, (service) => ({ confirmedAt: null, ...service })) }
    : value;

/** The version before called it `tied` that the service is attached to the endpoint. */
const withAttached = (value: unknown): unknown => {
  if (!isMembers(value)) return value;
  const renamed = ({ tied, ...service }: Members) => (tied === undefined ? service : { attached: tied, ...service });
  return { ...value, services: mapped(value.services, renamed) };
};

const newRun = 'Start another run.';
const audited =
  'The audit is made from it: restore it from a backup or an earlier version, or delete it to go on without what it says.';

/**
 * Keys of which no record says what they hold: people write policy and calendars; the mode and the audit have strict forms of
 * their own; the others are there or not, or are for people to look at, and no program reads what they hold.
 */
type Apart =
  | 'policy'
  | 'calendar'
  | 'mode'
  | 'auditHead'
  | 'auditFile'
  | 'releasing'
  | 'released'
  | 'failure'
  | 'unreadableEvents'
  | 'damaged'
  | 'damagedSign';

/** Every other kind of object by the name of its key. */
const table: Readonly<Record<Exclude<StoreKeyName, Apart>, StoredRecord>> = {
  lease: stop<Lease>(
    memory.lease,
    'If no run is at work, take the lease with headroom apply --break-lease, or delete the object.',
  ),
  proposal: inForm(
    forms.proposal,
    stop<Proposal>(approvals.storedProposal, 'Delete it; the next run proposes its plan again.', withWholeSummary),
  ),
  approval: stop<approvals.Approval>(
    approvals.approval,
    'It says whether the plan was applied: see headroom audit, then delete it and the proposal of the same name.',
  ),
  history: anew<ProjectHistory>(memory.history),
  lastApplied: {
    ...anew<{ readonly services: readonly LastApplied[] }>(memory.lastApplied, withUnknownTimes),
    renamed: withAttached,
  },
  episodes: anew<EpisodeLog>(memory.episodes),
  projectsRead: anew<readonly string[]>(memory.projectsRead),
  refusal: anew<memory.Refusal>(memory.refusal),
  loweredOptions: anew<memory.Lowered>(memory.lowered),
  enforcement: anew<memory.Enforcement>(memory.enforcement),
  watermarks: anew<memory.Watermarks>(memory.watermarks, (marks) => ({ marks })),
  watchTurn: anew<memory.WatchTurn>(memory.watchTurn),
  heartbeatSent: anew<Sent>(memory.heartbeatSent),
  heartbeatArrived: anew<Arrived>(memory.heartbeatArrived),
  price: again<Kept<string | null>>(memory.price),
  planDisk: again<Kept<PlanSpecification | null>>(memory.planDisk),
  runSummary: again<RunSummary>(runSummarySchema),
  latestReport: inForm(forms.report, stop<ReportObject>(runs.report, 'The next run writes it again.', withWholePlan)),
  report: inForm(forms.report, stop<ReportObject>(runs.report, 'See the report of another run.', withWholePlan)),
  run: stop<RunObject>(runs.run, audited),
  projects: stop<readonly string[]>(runs.projectNames, newRun),
  freeze: stop<RunFreeze>(runs.freeze, newRun),
  snapshot: stop<SurveyObject>(runs.snapshot, audited),
  planFile: inForm(forms.proposal, stop<Proposal>(approvals.proposal, newRun)),
  unread: again<UnreadProject>(unreadProject),
  plan: inForm(forms.plan, stop<Plan>(plan, audited, wholePlan)),
  changes: inForm(forms.changes, stop<ChangeList>(changes, newRun)),
  progress: stop<ProgressObject>(runs.progress, audited),
  results: inForm(forms.results, stop<ResultList>(changeResults, audited)),
  unsealedRun: stop<runs.Unsealed>(runs.unsealed, audited),
  sealed: again<runs.Seal>(runs.seal),
};

const patterns = (Object.keys(table) as (keyof typeof table)[]).map((name) => {
  const pattern = storeKeys[name].replaceAll('.', '\\.').replaceAll('*', '[^/]+');
  return [new RegExp(`^${pattern}$`), table[name]] as const;
});

/** An object of the store in JSON. Keys that hold no changes need no form. */
export const jsonAt = (key: string, value: unknown): unknown => {
  const form = patterns.find(([pattern]) => pattern.test(key))?.[1].form;
  return form === undefined ? value : form.json(value as never);
};

/** What lies under a key. @throws Error for a key of which no kind of object is known: it could not be checked */
export const recordAt = (key: string): StoredRecord => {
  const found = patterns.find(([pattern]) => pattern.test(key));
  if (found === undefined) throw new Error(`no form is known of what ${key} in the store holds`);
  return found[1];
};
