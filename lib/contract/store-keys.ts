/**
 * Every key of the store. Key functions, schema lookup and the access of tasks all derive from this table. `*` stands for
 * one name. Keys with the same prefix before it form one area, the unit of permission; in the folder of a run each kind of
 * object is an area of its own, because a task that reads foreign data must not write what another one carries out. For the same
 * reason an object has sections (lib/run/store/keys.ts) only where the same tasks may write all of them, or they carry nothing out.
 */
export const storeKeys = {
  /** People write the policy document and its calendars; functions only read them. */
  policy: 'policy.yaml',
  calendar: 'calendars/*',
  /** Policy documents that `headroom policy put` stored; the key begins with the time, so that listings are chronological. */
  policyVersion: 'policy-versions/*.json',
  /** The override that `headroom mode` sets. */
  mode: 'mode.json',
  /** Maximums that people have granted for some days. */
  grants: 'grants.json',
  lease: 'lease.json',
  /** Platform calls that workers reserved: one object. */
  callLedger: 'call-ledgers/*.json',
  /** In sections: the position in each event log, the turn through the projects, the last heartbeat sent, when the token ends. */
  watch: 'watch.json',
  /** In sections: the last valid policy document that a run used by itself, which serves while the one in the store is invalid, the last heartbeat, and the pass that began to read last. */
  intake: 'intake.json',
  /** In sections, all that is known of a project; outlives runs. */
  projectRecord: 'projects/*.json',
  /** When each project was last read, which of them the next pass reads first, and whether plans are applied without a first approval. */
  inventoryIndex: 'inventory-index.json',
  /** A plan that is or was pending approval, by digest, and the parts of its long lists. */
  proposedPlan: 'proposed-plans/*/*.json',
  /** What people approve, by digest: plans, and run requests that apply no policy. */
  approval: 'approvals/*/*.json',
  /** What runs have used of approvals, by the digest of the plan. */
  used: 'used/*.json',
  /** In sections: open findings, the projects that were ever read, events that the bus has yet to take, the run with the latest report, and projects that the next run reads first. */
  reported: 'reported.json',
  /** Messages to channels by their state: waiting, delivered, and failed for good. */
  delivery: 'deliveries/*/*.json',
  /** Audit files, each created once and never replaced or deleted. */
  auditFile: 'audit/*.json',
  /** The pointer to the last audit file, and the runs that may have writes outside the audit; both outlive the folders of runs. */
  sealing: 'audit-*',
  /** Rows of the list of runs; the key begins with the time, so that listings are chronological. */
  runSummary: 'run-summaries/*.json',
  /** The money of every budget on one day, by team: the first run of a day over the whole organization stores it. */
  moneyOfDay: 'money/*.json',
  /** What the platform answered of a plan: its disk, and its price in each cloud. */
  lookup: 'lookups/*/*/*/*.json',
  /** Texts of unreadable objects. */
  damaged: 'damaged/*',
  /** What `discover` stores when a run begins: the input of later tasks, and raw events that could not be read. */
  run: 'runs/*/begin/*.json',
  /**
   * Readings of the run that found projects as their records have them, and projects that it could not read: one object for
   * each batch of a survey, and one of the plan, which also names the projects that the run reads a second time, because another
   * run changed them.
   */
  readings: 'runs/*/readings/*.json',
  /** Lookups on which the plan depends, and the event logs among their answers. */
  questions: 'runs/*/questions.json',
  /**
   * The plan, the one of `--plan`, which is applied exactly as it is, the parts of their long lists, the money in force of budgets,
   * and what tasks carry out in each project, with the reading that it was planned from: written last, and only if the plan may be
   * applied.
   */
  plan: 'runs/*/plan/*.json',
  /**
   * What `apply` does, by project and phase: a log of the steps, the results, one object for each failed change, and what new
   * readings make of the money of a budget, which the first of parallel tasks decides. They share no other object of it.
   */
  applied: 'runs/*/applied/*/*/*',
  /** The last file of the run in the audit; it is there once the run is over. */
  sealed: 'runs/*/sealed.json',
  report: 'runs/*/report.json',
} as const;

export type StoreKeyName = keyof typeof storeKeys;
type StoreKeyPattern = (typeof storeKeys)[StoreKeyName];

/** Every object of every run. Reading is permitted for all of it, writing only by kind of object. */
export const runFolder = 'runs/*';

/**
 * A pattern up to and including its first `*`, or the first one below the folder of a run; a pattern without `*` is its own area.
 */
type AreaOf<P extends string> = P extends `${typeof runFolder}/${infer Object}`
  ? `${typeof runFolder}/${AreaOf<Object>}`
  : P extends `${infer Before}*${string}`
    ? `${Before}*`
    : P;
/** Unit of permission in the store. */
export type StoreArea = AreaOf<StoreKeyPattern> | typeof runFolder;

/** The area of a key pattern. */
const areaOf = <P extends string>(pattern: P): AreaOf<P> => {
  const start = pattern.startsWith(`${runFolder}/`) ? runFolder.length : 0;
  return (pattern.slice(0, start) + pattern.slice(start).replace(/\*.*$/, '*')) as AreaOf<P>;
};

/** The area of every key, by key name. */
export const storeAreas = Object.fromEntries(
  Object.entries(storeKeys).map(([name, pattern]) => [name, areaOf(pattern)]),
) as { readonly [N in StoreKeyName]: AreaOf<(typeof storeKeys)[N]> };

/** The area of the audit files: each is created once and never replaced or deleted. */
export const auditFiles = storeAreas.auditFile;

/** Common prefix of the keys of an area. */
export const folderOf = (name: StoreKeyName): string => storeKeys[name].replace(/\*.*$/, '');

/** Folder of calendars beside the policy document, in a directory or in the store. */
export const calendarFolder = folderOf('calendar');

/** Whether a key is in an area: `*` stands for any text, as in the policies of a bucket. */
const isIn = (area: string, key: string): boolean => {
  const [start = '', ...texts] = area.split('*');
  const end = texts.pop();
  if (end === undefined) return key === area;
  if (!key.startsWith(start)) return false;
  let position = start.length;
  for (const text of texts) {
    const found = key.indexOf(text, position);
    if (found < 0) return false;
    position = found + text.length;
  }
  return key.length - end.length >= position && key.endsWith(end);
};

/** Whether a key is in one of these areas. */
export const matchesKey = (areas: readonly string[], key: string): boolean => areas.some((area) => isIn(area, key));

/** Upper bound of `approvalHours` in a policy: older plans no longer describe the organization. */
export const longestApprovalHours = 30 * 24;

/** Days until delivered messages and dead letters are deleted: a failed one is reported when it dies. */
export const deliveryRetentionDays = 30;

/** Days until proposed plans and approvals are deleted: a plan may be approved in its last hour, and the approval holds as long. */
export const approvalRetentionDays = (2 * longestApprovalHours) / 24 + 1;
