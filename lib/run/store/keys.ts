import { createHash } from 'node:crypto';
import { type StoreKeyName, storeKeys } from '../../contract/store-keys.ts';
import type { Phase } from '../../core/change/change.ts';

/** File systems allow names of 255 bytes; this leaves room for suffixes. */
const longestPart = 120;

/** Encodes an external name as one part of a key: safe characters only, with a digest for long names and malformed text. */
const part = (text: string): string => {
  const safe = encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E');
  if (safe.length <= longestPart && text.isWellFormed()) return safe;
  // As JSON, because a digest of the text itself is the same for all lone surrogates.
  const exact = text.isWellFormed() ? text : JSON.stringify(text);
  return `${safe.slice(0, longestPart - 33)}~${createHash('sha256').update(exact).digest('hex').slice(0, 32)}`;
};

/** One name per `*` of the pattern. */
type Names<P extends string> = P extends `${string}*${infer Rest}` ? [name: string, ...Names<Rest>] : [];

const star = '*';

/** Builds a key from its pattern, with a name for every `*`. */
const keyOf = <P extends string>(pattern: P, ...names: Names<P> & readonly string[]): string => {
  const [first = '', ...rest] = pattern.split(star);
  return rest.reduce((key, text, index) => `${key}${part(names[index] ?? '')}${text}`, first);
};

/** Common prefix of the keys of a pattern with these first names. */
const prefixOf = (pattern: string, ...names: readonly string[]): string => {
  const texts = pattern.split(star).slice(0, names.length + 1);
  return texts.map((text, index) => (index === 0 ? text : `${part(names[index - 1] ?? '')}${text}`)).join('');
};

const ofService = 'service-';

/**
 * Some objects have sections that are written apart: the record of a project its last reading, its history, what Headroom last
 * applied, and what the platform refuses of services. A section is read and changed like an object: its key is the key of the
 * object, `#` and its name. A write replaces one section of the version that was read, so it loses no other, and a section that is
 * damaged is no reason to lose the others.
 */
const sections = {
  projectRecord: ['reading', 'history', 'applied', 'refusals'],
  watch: ['watermarks', 'turn', 'heartbeatSent', 'tokenExpiry'],
  intake: ['policyInForce', 'heartbeatArrived', 'readingPass'],
  reported: ['findingLog', 'projectsRead', 'outbox', 'latestReport', 'wanted'],
} as const satisfies { readonly [N in StoreKeyName]?: readonly string[] };

type Sections = typeof sections;

/** Names of sections; no two objects have one of the same name. */
export type Section = Sections[keyof Sections][number];

const mark = '#';

export const keyOfSection = (object: string, section: string): string => `${object}${mark}${section}`;

/** The object of a key, and the section in it; undefined for a key of a whole object. */
export const keyParts = (key: string): { readonly object: string; readonly section: string | undefined } => {
  const end = key.indexOf(mark);
  return end < 0 ? { object: key, section: undefined } : { object: key.slice(0, end), section: key.slice(end + 1) };
};

const projectRecord = (project: string) => keyOf(storeKeys.projectRecord, project);

const ofProject = (section: Sections['projectRecord'][number]) => (project: string) =>
  keyOfSection(projectRecord(project), section);

const sectionOf = <N extends Exclude<keyof Sections, 'projectRecord'>>(name: N, section: Sections[N][number]) =>
  keyOfSection(storeKeys[name], section);

/**
 * Keys for all patterns of the table except calendars, whose keys are in the policy document, and those of several kinds that follow
 * below. Keys of parts of long lists are in the objects that they belong to.
 */
const builders = {
  policy: storeKeys.policy,
  policyVersion: (at: string, digest: string) =>
    storeKeys.policyVersion.replace(star, `${at.replaceAll(/[:.]/g, '-')}~${part(digest)}`),
  lease: storeKeys.lease,
  mode: storeKeys.mode,
  grants: storeKeys.grants,
  callLedger: keyOf(storeKeys.callLedger, 'default'),
  watch: storeKeys.watch,
  intake: storeKeys.intake,
  reported: storeKeys.reported,
  projectRecord,
  inventoryIndex: storeKeys.inventoryIndex,
  proposedPlan: (digest: string) => keyOf(storeKeys.proposedPlan, digest, 'plan'),
  approval: (digest: string) => keyOf(storeKeys.approval, 'plans', digest),
  used: (digest: string) => keyOf(storeKeys.used, digest),
  delivery: (id: string) => keyOf(storeKeys.delivery, 'waiting', id),
  auditFile: (sequence: number) => keyOf(storeKeys.auditFile, String(sequence).padStart(10, '0')),
  runSummary: (startedAt: string, runId: string) =>
    storeKeys.runSummary.replace(star, `${startedAt.replaceAll(/[:.]/g, '-')}~${part(runId)}`),
  moneyOfDay: (day: string) => keyOf(storeKeys.moneyOfDay, day),
  /** The text of a damaged object: its key, and a mark that distinguishes objects with the same key. */
  damaged: (key: string, mark: string) => `${prefixOf(storeKeys.damaged)}${key}.${mark}`,
  run: (runId: string) => keyOf(storeKeys.run, runId, 'run'),
  readings: (runId: string, batch: string) => keyOf(storeKeys.readings, runId, batch),
  questions: (runId: string) => keyOf(storeKeys.questions, runId),
  plan: (runId: string) => keyOf(storeKeys.plan, runId, 'plan'),
  sealed: (runId: string) => keyOf(storeKeys.sealed, runId),
  report: (runId: string) => keyOf(storeKeys.report, runId),
} as const satisfies Record<
  Exclude<StoreKeyName, 'calendar' | 'lookup' | 'sealing' | 'applied'>,
  string | ((...names: never[]) => string)
>;

const unsealed = `${prefixOf(storeKeys.sealing)}unsealed/`;

/** Store keys of runs. Lists stay in the store; only references pass through the workflow. */
export const keys = {
  ...builders,
  reading: ofProject('reading'),
  history: ofProject('history'),
  applied: ofProject('applied'),
  refusals: ofProject('refusals'),
  watermarks: sectionOf('watch', 'watermarks'),
  watchTurn: sectionOf('watch', 'turn'),
  heartbeatSent: sectionOf('watch', 'heartbeatSent'),
  tokenExpiry: sectionOf('watch', 'tokenExpiry'),
  policyInForce: sectionOf('intake', 'policyInForce'),
  heartbeatArrived: sectionOf('intake', 'heartbeatArrived'),
  readingPass: sectionOf('intake', 'readingPass'),
  projectRecords: prefixOf(storeKeys.projectRecord),
  policyVersions: prefixOf(storeKeys.policyVersion),
  proposedPlans: prefixOf(storeKeys.proposedPlan),
  /** Common prefix of proposed plans whose digest has this prefix. */
  proposedPlansFrom: (prefix: string) => `${prefixOf(storeKeys.proposedPlan)}${part(prefix)}`,
  approvedRequest: (digest: string) => keyOf(storeKeys.approval, 'requests', digest),
  findingLog: sectionOf('reported', 'findingLog'),
  projectsRead: sectionOf('reported', 'projectsRead'),
  outbox: sectionOf('reported', 'outbox'),
  latestReport: sectionOf('reported', 'latestReport'),
  wanted: sectionOf('reported', 'wanted'),
  delivered: (id: string) => keyOf(storeKeys.delivery, 'delivered', id),
  deadLetter: (id: string) => keyOf(storeKeys.delivery, 'failed', id),
  messages: prefixOf(storeKeys.delivery),
  deliveries: prefixOf(storeKeys.delivery, 'waiting'),
  deadLetters: prefixOf(storeKeys.delivery, 'failed'),
  approvals: prefixOf(storeKeys.approval, 'plans'),
  approvalUses: prefixOf(storeKeys.used),
  audit: prefixOf(storeKeys.auditFile),
  auditHead: `${prefixOf(storeKeys.sealing)}head.json`,
  runSummaries: prefixOf(storeKeys.runSummary),
  moneyOfDays: prefixOf(storeKeys.moneyOfDay),
  runs: prefixOf(storeKeys.run),
  runFolder: (runId: string) => `${prefixOf(storeKeys.run)}${part(runId)}/`,
  price: (serviceType: string, plan: string, cloud: string) =>
    keyOf(storeKeys.lookup, 'price', serviceType, plan, cloud),
  /** The same in every cloud. */
  planDisk: (serviceType: string, plan: string) => keyOf(storeKeys.lookup, 'disk', serviceType, plan, 'every'),
  lookups: prefixOf(storeKeys.lookup),
  prices: prefixOf(storeKeys.lookup, 'price'),
  unsealedRun: (runId: string) => `${unsealed}${part(runId)}.json`,
  unsealed,
  damagedFolder: prefixOf(storeKeys.damaged),
  /** Who requested a run that failed before it had begun. */
  requested: (runId: string) => keyOf(storeKeys.run, runId, 'requested'),
  unreadableEvents: (runId: string) => keyOf(storeKeys.run, runId, 'unreadable-events'),
  planFile: (runId: string) => keyOf(storeKeys.plan, runId, 'file'),
  plannedProject: (runId: string, project: string) =>
    `${prefixOf(storeKeys.plan, runId)}projects/${part(project)}.json`,
  money: (runId: string, budget: string) => `${prefixOf(storeKeys.plan, runId)}money/${part(budget)}.json`,
  progress: (runId: string, phase: string, project: string) =>
    `${keyOf(storeKeys.applied, runId, 'progress', phase, project)}.log`,
  results: (runId: string, phase: string, project: string) =>
    `${keyOf(storeKeys.applied, runId, 'results', phase, project)}.json`,
  /** `isOfService`: the cause is the service and not the run. */
  failure: (runId: string, phase: Phase, project: string, index: number, isOfService = false) =>
    `${keyOf(storeKeys.applied, runId, 'failures', phase, `${isOfService ? ofService : ''}${index} ${project}`)}.json`,
  checkedMoney: (runId: string, budget: string) =>
    `${keyOf(storeKeys.applied, runId, 'money', budget, 'checked')}.json`,
  allProgress: (runId: string) => prefixOf(storeKeys.applied, runId, 'progress'),
  failures: (runId: string) => prefixOf(storeKeys.applied, runId, 'failures'),
  allReadings: (runId: string) => prefixOf(storeKeys.readings, runId),
} as const;

/** Whether the key of a failed change says that the cause is the service and not the run. */
export const isFailureOfService = (key: string): boolean => key.slice(key.lastIndexOf('/') + 1).startsWith(ofService);

/** The digest of the plan that an approval is for. */
export const digestOfApproval = (key: string): string => key.slice(keys.approvals.length, -'.json'.length);

/** The digest in the key of a proposed plan; undefined for a part of one. */
export const digestOfProposedPlan = (key: string): string | undefined =>
  /^([^/]+)\/plan\.json$/.exec(key.slice(keys.proposedPlans.length))?.[1];

/** The key of the proposed plan that a part belongs to; undefined for any other key. */
export const proposedPlanOfPart = (key: string): string | undefined => {
  if (!key.startsWith(keys.proposedPlans)) return undefined;
  const proposed = key.replace(/[^/]+$/, 'plan.json');
  return proposed === key ? undefined : proposed;
};
