import { createHash } from 'node:crypto';
import type { UndoPart } from '../../core/audit/undo-part.ts';
import type { Change, ChangeResult, Phase } from '../../core/model/change.ts';
import type { Finding } from '../../core/model/decision.ts';
import type { Mode, ProjectFacts, Snapshot, UnreadProject } from '../../core/model/model.ts';
import type { Profile } from '../../core/model/profile.ts';
import type { Coverage } from '../../core/notices/coverage.ts';
import type { Outcome } from '../../core/plan/outcome.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Store } from '../../ports.ts';
import { contentOf, objectText, readContent } from './content.ts';
import { moveAside } from './damage.ts';
import { recordAt } from './records.ts';

/** What a run was asked and what it found first; written once by discover. */
export interface RunObject {
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly trigger: { readonly kind: 'schedule' | 'event' | 'manual'; readonly by: string };
  /** The stricter of the policy's and the store's when the run began. */
  readonly mode: Mode;
  /** What a person should know of the run itself. */
  readonly notes: readonly Finding[];
  /** The policy document as it was when the run began, so that every task of the run decides by the same words. */
  readonly policy: string;
  /** Whose values the policy's search options have; absent: the documented ones. */
  readonly profile?: Profile;
  readonly projects: readonly ProjectFacts[];
  /** Projects that were asked for and are not of this organization: left alone. */
  readonly outside: readonly string[];
  /** Projects that were asked for; null when all were. */
  readonly asked: readonly string[] | null;
  readonly approvedDigest: string | null;
  readonly readOnly: boolean;
  /** The run whose writes are taken back; absent where the policy is carried out. */
  readonly undo?: string;
  /** The part of that run; absent for the whole of it. */
  readonly undoPart?: UndoPart;
  /** Every project of the organization, by name; empty when the run did not ask. */
  readonly listed: readonly string[];
  /** Key of the tag whose value says who is told of a service. */
  readonly ownerTag: string;
}

/** What survey read of one project. */
export type SurveyObject = Pick<Snapshot, 'services' | 'endpoints'>;

/** How a run ended, for people and for programs. */
export interface ReportObject {
  readonly runId: string;
  readonly startedAt: string | null;
  readonly endedAt: string;
  readonly outcome: Outcome;
  /** Error name and text when the run failed as a whole. */
  readonly error: string | null;
  readonly cause: string | null;
  readonly plan: Plan | null;
  readonly results: readonly ChangeResult[];
  readonly unread: readonly UnreadProject[];
  /** How much of the organization Headroom sees; absent when the run ended before it listed the projects. */
  readonly coverage?: Coverage;
}

/** Longest name of a file or folder that every file system takes is 255 bytes; some of them go to a suffix. */
const longestPart = 120;

/** A name from outside as one part of a key: safe characters only; long ones, and broken text, told apart by a digest. */
const part = (text: string): string => {
  const safe = encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E');
  if (safe.length <= longestPart && text.isWellFormed()) return safe;
  // As JSON, because a digest of the text itself is the same for all halves of characters.
  const exact = text.isWellFormed() ? text : JSON.stringify(text);
  return `${safe.slice(0, longestPart - 33)}~${createHash('sha256').update(exact).digest('hex').slice(0, 32)}`;
};

/** Every key that a run uses in the store; lists live here, only references travel through the workflow. */
export const keys = {
  policy: 'policy.yaml',
  lease: 'lease.json',
  /** The mode that was set by `headroom mode`. */
  mode: 'mode.json',
  watermarks: 'watermarks.json',
  helloSent: 'hello/sent.json',
  helloArrived: 'hello/arrived.json',
  /** Sizes of a project's services by day; outlives runs. */
  history: (project: string) => `history/${part(project)}.json`,
  /** What Headroom last left of a project's services; outlives runs. */
  left: (project: string) => `left/${part(project)}.json`,
  watchTurn: 'watch-turn.json',
  /** Whether plans of the organization are carried out unseen. */
  enforcement: 'enforcement.json',
  /** Plans that wait, or waited, for approval, and the runs that were let to carry one out. */
  proposals: 'proposals/',
  proposal: (digest: string) => `proposals/${part(digest)}.json`,
  /** What every proposal begins with whose digest begins so. */
  proposalsFrom: (prefix: string) => `proposals/${part(prefix)}`,
  digestOfProposal: (key: string) => key.slice('proposals/'.length, -'.json'.length),
  approvals: 'approvals/',
  approval: (digest: string) => `approvals/${part(digest)}.json`,
  episodes: 'episodes.json',
  projectsRead: 'projects-read.json',
  latestReport: 'report/latest.json',
  /** The pointer to the last file of the audit, and its files: never replaced and never deleted. */
  auditHead: 'audit-head.json',
  audit: 'audit/',
  auditFile: (sequence: number) => `audit/${String(sequence).padStart(10, '0')}.json`,
  /** What the list of runs shows of each; the time comes first, so that a listing is in the order of time. */
  runSummaries: 'run-summaries/',
  runSummary: (startedAt: string, runId: string) =>
    `run-summaries/${startedAt.replaceAll(/[:.]/g, '-')}~${part(runId)}.json`,
  runs: 'runs/',
  runFolder: (runId: string) => `runs/${part(runId)}/`,
  refusals: 'refusals/',
  refusal: (project: string, service: string) => `refusals/${part(project)}/${part(service)}.json`,
  lowered: 'lowered-options/',
  loweredOptions: (project: string, service: string) => `lowered-options/${part(project)}/${part(service)}.json`,
  price: (serviceType: string, plan: string, cloud: string) =>
    `prices/${part(serviceType)}/${part(plan)}/${part(cloud)}.json`,
  /** Begun and ended releases of a budget's money by project; with no project the prefix of all. */
  releasing: (runId: string, budget: string, project: string) =>
    `runs/${part(runId)}/releasing/${part(budget)}/${project && `${part(project)}.json`}`,
  released: (runId: string, budget: string, project: string) =>
    `runs/${part(runId)}/released/${part(budget)}/${project && `${part(project)}.json`}`,
  planDisk: (serviceType: string, plan: string) => `plan-disks/${part(serviceType)}/${part(plan)}.json`,
  projects: (runId: string) => `runs/${part(runId)}/projects.json`,
  run: (runId: string) => `runs/${part(runId)}/run.json`,
  /** The freeze windows that the run heeds. */
  freeze: (runId: string) => `runs/${part(runId)}/freeze.json`,
  snapshot: (runId: string, project: string) => `runs/${part(runId)}/snapshots/${part(project)}.json`,
  /** Events that were handed to the run and could not be read, as they came. */
  unreadableEvents: (runId: string) => `runs/${part(runId)}/unreadable-events.json`,
  /** The plan of a file, which is to be carried out exactly as it is. */
  planFile: (runId: string) => `runs/${part(runId)}/plan-file.json`,
  unread: (runId: string, project: string) => `runs/${part(runId)}/unread/${part(project)}.json`,
  plan: (runId: string) => `runs/${part(runId)}/plan.json`,
  changes: (runId: string, phase: Phase, project: string) =>
    `runs/${part(runId)}/changes/${phase}/${part(project)}.json`,
  /** Every progress of a run. */
  allProgress: (runId: string) => `runs/${part(runId)}/progress/`,
  progress: (runId: string, phase: Phase, project: string) =>
    `runs/${part(runId)}/progress/${phase}/${part(project)}.json`,
  results: (runId: string, phase: Phase, project: string) =>
    `runs/${part(runId)}/results/${phase}/${part(project)}.json`,
  /** Failed changes of a run, one object each. */
  failures: (runId: string) => `runs/${part(runId)}/failures/`,
  failure: (runId: string, phase: Phase, project: string, place: number) =>
    `runs/${part(runId)}/failures/${phase}/${part(project)}/${place}.json`,
  /** Runs that may write and whose writes are not in the audit yet; outlives the folder of the run. */
  unsealed: 'unsealed/',
  unsealedRun: (runId: string) => `unsealed/${part(runId)}.json`,
  /** Where the writes of the run are in the audit. */
  sealed: (runId: string) => `runs/${part(runId)}/sealed.json`,
  report: (runId: string) => `runs/${part(runId)}/report.json`,
} as const;

/** Told of an object that was moved aside. */
export type OnAside = (finding: Finding) => void;

/**
 * Reads an object that Headroom wrote itself; undefined when there is none, or when it is damaged and nothing is harmed
 * by beginning anew (`WhenDamaged`).
 * @throws StoreDamaged naming the object and the way out, where going on without it could do harm
 */
export const readObject = async <T>(
  store: Store,
  key: string,
  onAside: OnAside = () => undefined,
): Promise<T | undefined> => {
  const stored = await store.get(key);
  if (stored === undefined) return undefined;
  const content = contentOf<T>(key, stored.body);
  if ('value' in content) return content.value;
  const { whenDamaged } = recordAt(key);
  if (whenDamaged === 'stop') return readContent(key, stored.body);
  if (whenDamaged === 'begin-anew') onAside(await moveAside(store, key, stored.body));
  return undefined;
};

/** Reads an object for what can be done without it; undefined when there is none or it is damaged. */
export const readIfWhole = async <T>(store: Store, key: string): Promise<T | undefined> => {
  const stored = await store.get(key);
  const content = stored && contentOf<T>(key, stored.body);
  return content && 'value' in content ? content.value : undefined;
};

/** Reads an object that an earlier task of the same run must have written. @throws StoreDamaged */
export const needObject = async <T>(store: Store, key: string): Promise<T> => {
  const found = await readObject<T>(store, key);
  if (found === undefined) throw new Error(`the store holds no ${key}; was it removed while the run was going on?`);
  return found;
};

export const writeObject = (store: Store, key: string, value: unknown): Promise<void> =>
  store.put(key, objectText(value));

/** Name of a project by its place in the run's list. */
export const projectAt = async (store: Store, runId: string, place: number): Promise<string> => {
  const name = (await needObject<readonly string[]>(store, keys.projects(runId)))[place];
  if (name === undefined) throw new Error(`run ${runId} has no project number ${place}`);
  return name;
};

/** The changes of one project in one phase, or how they ended. */
export type ChangeList = readonly Change[];
export type ResultList = readonly ChangeResult[];
