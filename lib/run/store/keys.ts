import { createHash } from 'node:crypto';
import type { Phase } from '../../core/model/change.ts';

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
