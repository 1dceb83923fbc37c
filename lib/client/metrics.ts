import { diskReadings, metrics, type Reading } from '../wire/metrics.ts';
import type { Caller } from './caller.ts';
import { path } from './path.ts';
import { answerAs } from './read-answer.ts';

/** How far back: an hour in steps of 30 s, a day of 5 min, a week of 30 min, a month of 3 h, a year of a day. */
export type Period = 'hour' | 'day' | 'week' | 'month' | 'year';

/** POST /project/{project}/service/{service}/metrics: only reads, although it is a POST (platform-facts §2.7). */
export const diskUsage = (caller: Caller, project: string, service: string, period: Period): Promise<Reading[]> =>
  caller.send(
    { method: 'POST', path: path`/project/${project}/service/${service}/metrics`, body: { period }, kind: 'read' },
    answerAs(metrics, diskReadings),
  );
