/**
 * Copies of `survey` or `apply` at one time: MaxConcurrency of the maps in lib/workflow/reconcile.ts. More would not be faster,
 * because calls a minute are what is short, and a copy that waits for its turn costs as much as one that works.
 */
export const mapConcurrency = 2;

/** Copies that may run at one time; what the maps do not call runs once. */
export const copiesOf = (task: string): number => (task === 'survey' || task === 'apply' ? mapConcurrency : 1);

/** Parts of a hundred that all copies of a task together may ask of the platform; reading takes the most. */
const parts: Readonly<Record<string, number>> = {
  discover: 8,
  survey: 34,
  plan: 8,
  apply: 24,
  'watch-services': 20,
  'rotate-token': 3,
  'retire-token': 3,
};

/** With fewer, `survey` would not get its two calls through within its time-out. */
const leastInMap = 2;

/**
 * Calls a minute for one copy of a task, so that all copies of all tasks together stay within what the platform may be
 * asked: also in a minute in which one task ends and the next begins. 0 for tasks that ask the platform nothing.
 */
export const callsFor = (task: string, callsPerMinute: number): number => {
  const part = parts[task];
  return part === undefined ? 0 : Math.max(1, Math.floor((callsPerMinute * part) / 100 / copiesOf(task)));
};

/** Whether every task gets enough to do its work. */
export const areEnough = (callsPerMinute: number): boolean =>
  callsFor('survey', callsPerMinute) >= leastInMap && callsFor('apply', callsPerMinute) >= leastInMap;
