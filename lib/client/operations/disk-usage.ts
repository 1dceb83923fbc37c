import type { Platform } from '../../ports.ts';
import { diskReadings, metrics } from '../../wire/metrics.ts';
import type { Caller } from '../transport/caller.ts';
import { path } from '../transport/path.ts';
import { answerAs } from '../transport/read-answer.ts';

/** POST /project/{project}/service/{service}/metrics: a read despite the POST (pf 2.7). */
export const diskUsage =
  (caller: Caller): Platform['diskUsage'] =>
  (project, service, period) =>
    caller.send(
      { method: 'POST', path: path`/project/${project}/service/${service}/metrics`, body: { period }, kind: 'read' },
      answerAs(metrics, diskReadings),
    );
