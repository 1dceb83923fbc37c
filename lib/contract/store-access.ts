import { calendarFolder } from './calendar-folder.ts';

/** Keys of the store by task: a whole key, or all that begin with what stands before `*`. */
export interface StoreAccess {
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly delete: readonly string[];
}

const runs = 'runs/*';
const lease = 'lease.json';
const mode = 'mode.json';
const refusals = 'refusals/*';
const runSummaries = 'run-summaries/*';
const enforcement = 'enforcement.json';
const approvals = ['proposals/*', 'approvals/*'];
const lowered = 'lowered-options/*';
const planDisks = 'plan-disks/*';
const prices = 'prices/*';
const history = 'history/*';
const left = 'left/*';
const watching = ['watermarks.json', 'watch-turn.json', 'hello/sent.json'];
const helloArrived = 'hello/arrived.json';

/** The sign that something is damaged, and where a task moves that; it deletes it from where it was. */
const damagedSign = 'damaged.json';
const damaged = [damagedSign, 'damaged/*'];

/** Runs that may have writes which are not in the audit yet. */
const unsealed = 'unsealed/*';

/** Keys of the sealed files of the audit: each is created once, and never replaced or deleted. */
export const auditFiles = 'audit/*';
const audit = [auditFiles, 'audit-head.json'];

/** What people were told of, and which projects were ever read. */
const told = ['episodes.json', 'projects-read.json'];

/** Key of the policy document, and those of the calendars it names: people write them, functions only read them. */
export const policyKey = 'policy.yaml';
const calendars = `${calendarFolder}*`;

/**
 * Which keys of the store a task reads, writes and deletes, and no other. Infrastructure permits exactly these, and a
 * test runs the whole workflow on a store that refuses everything else. Who may read may also list all keys: without
 * that, S3 cannot tell that a key is not there.
 */
export const storeAccess: Readonly<Record<string, StoreAccess>> = {
  discover: {
    read: [policyKey, calendars, mode, lease, runs, ...audit, unsealed, helloArrived],
    write: [lease, runs, runSummaries, ...audit, helloArrived, ...damaged],
    delete: [unsealed, helloArrived],
  },
  survey: { read: [runs, history, left], write: [runs, history, ...damaged], delete: [history] },
  plan: {
    read: [
      runs,
      auditFiles,
      enforcement,
      ...approvals,
      refusals,
      lowered,
      planDisks,
      prices,
      history,
      left,
      damagedSign,
    ],
    write: [runs, unsealed, enforcement, ...approvals, planDisks, prices, history, ...damaged],
    delete: [refusals, lowered, enforcement, history, left, damagedSign],
  },
  apply: {
    read: [runs, lease, mode, lowered, left],
    write: [runs, refusals, lowered, left, ...damaged],
    delete: [lowered, left],
  },
  report: {
    read: [runs, lease, unsealed, ...told, ...audit],
    write: [runs, runSummaries, lease, 'report/latest.json', ...told, ...audit, ...damaged],
    delete: [unsealed, ...told],
  },
  'watch-services': {
    read: [...watching, helloArrived],
    write: [...watching, ...damaged],
    delete: [...watching, helloArrived],
  },
};

/** Whether a key is one of those, for a store that is held to the table. */
export const matchesKey = (patterns: readonly string[], key: string): boolean =>
  patterns.some((pattern) => (pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern));
