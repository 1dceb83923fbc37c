import { describe, expect, it } from 'vitest';
import { measure } from '../../lib/aws/measures.ts';
import type { TaskName } from '../../lib/contract/task-contract.ts';
import { tasks } from '../../lib/contract/tasks.ts';
import { telemetry } from '../../lib/contract/telemetry.ts';

const examples: [TaskName, object, object, object][] = [
  ['report', {}, { outcome: 'applied' }, { RunsEnded: 1 }],
  ['report', {}, { outcome: 'failed' }, { RunsEnded: 1, RunsFailed: 1 }],
  ['report', {}, { outcome: 'refused' }, {}],
  ['report', {}, { outcome: 'needs-approval' }, { RunsEnded: 1, PlansWaiting: 1 }],
  ['apply', {}, { confirmed: 2, unconfirmed: 1, failed: 1, skipped: 1 }, { ChangesConfirmed: 2, ChangesUnfinished: 3 }],
  ['apply', {}, { confirmed: 0, unconfirmed: 0, failed: 0, skipped: 0 }, {}],
  ['survey', {}, { services: 3, endpoints: 1, unread: 0 }, {}],
  ['survey', {}, { services: 0, endpoints: 0, unread: 2 }, { ProjectsUnread: 2 }],
  ['watch-services', {}, { projects: 3, unreadable: 2, published: 0 }, { ProjectsUnread: 2 }],
  ['watch-services', {}, { projects: 1, unreadable: 0, published: 0, heartbeatOverdue: true }, { HelloMissing: 1 }],
  ['plan', {}, { runId: 'r', verdict: 'nothing' }, {}],
  ['plan', {}, { runId: 'r', verdict: 'nothing', readingsOverdue: true }, { ReadingsOverdue: 1 }],
  ['discover', {}, { runId: 'r', projects: [0] }, {}],
  ['discover', {}, { runId: 'r', projects: [0], unreadableEvents: 2 }, { EventsUnreadable: 2 }],
];

describe('what a call of a task is worth counting', () => {
  it('has an example of every metric here', () => {
    const counted = examples.flatMap(([, , , expected]) => Object.keys(expected));
    expect([...new Set(counted)].sort()).toEqual(Object.values(telemetry.metrics).toSorted());
  });

  it.each(examples)('%s with %j that gives %j', (task, input, output, expected) => {
    expect(Object.fromEntries(measure(task, input, output))).toEqual(expected);
  });

  it('is one of the metrics that alarms know, for every outcome of a run', () => {
    const known: readonly string[] = Object.values(telemetry.metrics);
    for (const outcome of tasks.report.output.shape.outcome.options) {
      for (const [name] of measure('report', {}, { outcome })) expect(known).toContain(name);
    }
  });
});
