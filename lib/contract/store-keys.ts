/**
 * Every key of the store: the one table from which keys are built, schemas are found, and the access of tasks follows.
 * `*` stands for one name; keys that begin alike form one area, which is what infrastructure permits.
 */
export const storeKeys = {
  /** People write the policy document and the calendars that it names. Functions only read them. */
  policy: 'policy.yaml',
  calendar: 'calendars/*',
  /** The mode that was set by `headroom mode`. */
  mode: 'mode.json',
  lease: 'lease.json',
  watermarks: 'watermarks.json',
  watchTurn: 'watch-turn.json',
  heartbeatSent: 'heartbeat/sent.json',
  heartbeatArrived: 'heartbeat/arrived.json',
  /** Sizes of a project's services by day; outlives runs. */
  history: 'history/*.json',
  /** What Headroom last applied to a project's services; outlives runs. */
  lastApplied: 'last-applied/*.json',
  /** Whether plans of the organization are carried out unseen. */
  enforcement: 'enforcement.json',
  /** Plans that wait, or waited, for approval, by digest. */
  proposal: 'proposals/*.json',
  /** The runs that were let to carry out a plan, by its digest. */
  approval: 'approvals/*.json',
  /** What people were notified of, and which projects were ever read. */
  episodes: 'episodes.json',
  projectsRead: 'projects-read.json',
  latestReport: 'report/latest.json',
  /** Files of the audit, each created once and never replaced or deleted, and the pointer to the last one. */
  auditFile: 'audit/*.json',
  auditHead: 'audit-head.json',
  /** What the list of runs shows of each; the time comes first, so that a listing is in the order of time. */
  runSummary: 'run-summaries/*.json',
  refusal: 'refusals/*/*.json',
  loweredOptions: 'lowered-options/*/*.json',
  price: 'prices/*/*/*.json',
  planDisk: 'plan-disks/*/*.json',
  /** Runs that may have writes which are not in the audit yet; outlives the folder of the run. */
  unsealedRun: 'unsealed/*.json',
  /** Objects that could not be read, and the sign that there may be any: asking for it is cheaper than listing. */
  damaged: 'damaged/*',
  damagedSign: 'damaged.json',
  run: 'runs/*/run.json',
  projects: 'runs/*/projects.json',
  /** The freeze windows that the run heeds. */
  freeze: 'runs/*/freeze.json',
  snapshot: 'runs/*/snapshots/*.json',
  /** Events that were handed to the run and could not be read, as they came. */
  unreadableEvents: 'runs/*/unreadable-events.json',
  /** The plan of a file, which is to be carried out exactly as it is. */
  planFile: 'runs/*/plan-file.json',
  unread: 'runs/*/unread/*.json',
  plan: 'runs/*/plan.json',
  changes: 'runs/*/changes/*/*.json',
  progress: 'runs/*/progress/*/*.json',
  results: 'runs/*/results/*/*.json',
  /** Failed changes of a run, one object each. */
  failure: 'runs/*/failures/*/*/*.json',
  /** Begun and ended releases of a budget's money by project. */
  releasing: 'runs/*/releasing/*/*.json',
  released: 'runs/*/released/*/*.json',
  /** Where the writes of the run are in the audit. */
  sealed: 'runs/*/sealed.json',
  report: 'runs/*/report.json',
} as const;

export type StoreKeyName = keyof typeof storeKeys;
export type StoreKeyPattern = (typeof storeKeys)[StoreKeyName];

/** Up to the first `*` and with it: all keys that begin alike; a whole key without a `*` stands for itself. */
type AreaOf<P extends string> = P extends `${infer Before}*${string}` ? `${Before}*` : P;
/** What a task is permitted to reach in the store. */
export type StoreArea = AreaOf<StoreKeyPattern>;

/** The area of a key pattern. */
export const areaOf = <P extends string>(pattern: P): AreaOf<P> => pattern.replace(/\*.*$/, '*') as AreaOf<P>;

/** The area of every key, by the key's name. */
export const storeAreas = Object.fromEntries(
  Object.entries(storeKeys).map(([name, pattern]) => [name, areaOf(pattern)]),
) as { readonly [N in StoreKeyName]: AreaOf<(typeof storeKeys)[N]> };

/** The area of the audit's files: each is created once, and never replaced or deleted. */
export const auditFiles = storeAreas.auditFile;

/** What the keys of an area begin with. */
export const folderOf = (name: StoreKeyName): string => storeAreas[name].replace('*', '');

/** Folder of calendars, beside the policy document wherever that is: in a directory or in the store. */
export const calendarFolder = folderOf('calendar');

/** Whether a key matches one of these areas, for a store that is held to the table. */
export const matchesKey = (areas: readonly string[], key: string): boolean =>
  areas.some((area) => (area.endsWith('*') ? key.startsWith(area.slice(0, -1)) : key === area));

/** The longest time that a policy may let a proposed plan be approved in: the organization has surely changed by then. */
export const longestApprovalHours = 30 * 24;

/** Days for which proposals and approvals are kept: longer than any of them counts. */
export const keptApprovalDays = longestApprovalHours / 24 + 1;
