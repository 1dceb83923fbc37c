import { describe, expect, it } from 'vitest';
import { measure, measureLimits } from '../../lib/contract/measures.ts';
import type { TaskName } from '../../lib/contract/task-contract.ts';
import { tasks } from '../../lib/contract/tasks.ts';
import { telemetry } from '../../lib/contract/telemetry.ts';

const examples: [TaskName, object, object, object][] = [
  ['report', {}, { outcome: 'applied' }, { RunsEnded: 1 }],
  ['report', {}, { outcome: 'partial' }, { RunsEnded: 1, RunsPartial: 1 }],
  ['report', {}, { outcome: 'applied', unpublished: 2 }, { RunsEnded: 1, NeedsPerson: 2 }],
  ['report', {}, { outcome: 'failed' }, { RunsEnded: 1, RunsFailed: 1 }],
  ['report', {}, { outcome: 'refused' }, {}],
  ['report', {}, { outcome: 'needs-approval' }, { RunsEnded: 1, PlansWaiting: 1 }],
  ['apply', {}, { confirmed: 2, unconfirmed: 1, failed: 1, skipped: 1 }, { ChangesConfirmed: 2, WorkUnfinished: 3 }],
  ['apply', {}, { confirmed: 0, unconfirmed: 0, failed: 0, skipped: 0 }, {}],
  ['survey', {}, { services: 3, endpoints: 1, unread: 0 }, {}],
  ['survey', {}, { services: 0, endpoints: 0, unread: 2 }, { WorkUnfinished: 2 }],
  ['watch-services', {}, { projects: 3, unreadable: 2, published: 0 }, { WorkUnfinished: 2 }],
  ['watch-services', {}, { projects: 1, unreadable: 0, published: 0, heartbeatOverdue: true }, { HelloMissing: 1 }],
  ['deliver', {}, { delivered: 3, waiting: 1, dead: 0 }, {}],
  ['deliver', {}, { delivered: 0, waiting: 1, dead: 2 }, { NeedsPerson: 2 }],
  ['plan', {}, { runId: 'r', verdict: 'nothing' }, {}],
  ['plan', {}, { runId: 'r', verdict: 'nothing', readingsOverdue: true }, { NeedsPerson: 1 }],
  ['discover', {}, { runId: 'r', projects: [0] }, {}],
  ['discover', {}, { runId: 'r', projects: [0], policyInvalid: true }, { NeedsPerson: 1 }],
  ['discover', {}, { runId: 'r', projects: [0], unreadableEvents: 2 }, { NeedsPerson: 2 }],
];

describe('what a call of a task is worth counting', () => {
  it('has an example of every metric here', () => {
    const counted = examples.flatMap(([, , , expected]) => Object.keys(expected));
    expect([...new Set(counted)].sort()).toEqual(Object.values(telemetry.metrics).toSorted());
  });

  it.each(examples)('%s with %j that gives %j', (task, input, output, expected) => {
    expect(Object.fromEntries(measure(task, input, output))).toEqual(expected);
  });

  it('is its memory and its time, if hardly any is left', () => {
    const [memory, time] = [
      { usedBytes: 230, limitBytes: 256 },
      { leftMs: 45_001, seconds: 900 },
    ];
    expect(measureLimits(memory, time)).toEqual([]);
    expect(measureLimits({ ...memory, usedBytes: 231 }, time)).toEqual([['NeedsPerson', 1]]);
    expect(measureLimits(memory, { ...time, leftMs: 45_000 })).toEqual([['NeedsPerson', 1]]);
    // Nothing limits the memory of a process outside of Lambda.
    expect(measureLimits({ usedBytes: 231, limitBytes: 0 }, time)).toEqual([]);
  });

  it('is one of the metrics that alarms know, for every outcome of a run', () => {
    const known: readonly string[] = Object.values(telemetry.metrics);
    for (const outcome of tasks.report.output.shape.outcome.options) {
      for (const [name] of measure('report', {}, { outcome })) expect(known).toContain(name);
    }
  });
});
