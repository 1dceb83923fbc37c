import { isoInstant } from '../../core/model/durations.ts';
import type { DiskAlert } from '../../core/model/model.ts';
import type { Platform } from '../../ports.ts';
import { diskReadings, metrics } from '../../wire/metrics.ts';
import { type AlertRecord, alerts } from '../../wire/records.ts';
import { utcMs } from '../../wire/utc-time.ts';
import type { Caller } from '../transport/caller.ts';
import { path } from '../transport/path.ts';
import { answerAs } from '../transport/read-answer.ts';
import { get } from './requests.ts';

/** Event of the alert about a nearly full disk (pf 2.6). */
const diskEvent = 'user_alert_resource_usage_disk';

/** Alerts of nodes of one service become one: the oldest, critical if any of them is. */
const oneEach = (records: readonly AlertRecord[]): DiskAlert[] => {
  const byService = new Map<string, DiskAlert>();
  for (const { event, severity, service_name: service, create_time: time } of records) {
    if (event !== diskEvent || !service) continue;
    const ms = time ? utcMs(time) : Number.NaN;
    const since = Number.isNaN(ms) ? null : isoInstant(ms);
    const before = byService.get(service);
    const isCritical = severity === 'critical' || before?.isCritical === true;
    const oldest = before === undefined || (since !== null && (before.since === null || since < before.since));
    byService.set(service, { service, isCritical, since: oldest ? since : before.since });
  }
  return [...byService.values()];
};

/** What the platform measures of disks. */
export const measurementOperations = (caller: Caller) =>
  ({
    /** GET /project/{project}/alerts: active alerts of all services in one call (pf 2.6). */
    listDiskAlerts: async (project) =>
      get(caller, path`/project/${project}/alerts`, alerts, (answer) => oneEach(answer.alerts)),
    /** POST /project/{project}/service/{service}/metrics: a read despite the POST (pf 2.7). */
    diskUsage: (project, service, period) =>
      caller.send(
        { method: 'POST', path: path`/project/${project}/service/${service}/metrics`, body: { period }, kind: 'read' },
        answerAs(metrics, diskReadings),
      ),
  }) satisfies Partial<Platform>;
