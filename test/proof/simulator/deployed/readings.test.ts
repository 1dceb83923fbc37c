import { describe, expect, it } from 'vitest';
import type { TaskName } from '../../../../lib/contract/task-contract.ts';
import type { Ended } from '../../../simulator/deployed/executions.ts';
import { createReadings } from '../../../simulator/deployed/readings.ts';
import { createTime } from '../../../simulator/engine/time.ts';

const minuteMs = 60_000;
const answer = { status: 200, headers: {}, text: '{}' };
const list = (project: string) =>
  ({ method: 'GET', path: `/v1/project/${project}/service`, headers: {}, body: null }) as const;
const by = (runId: string, task: TaskName = 'survey') => ({ runId, task });
const ended = (runId: string, error: string | null, trigger: Ended['trigger'] = 'event'): Ended => ({
  runId,
  trigger,
  begunMs: 0,
  endedMs: 0,
  error,
  outcome: 'nothing',
  isDisturbed: false,
});

const readingsOf = () => {
  const time = createTime(0);
  return { time, readings: createReadings(time, ['a', 'b']) };
};

describe('the readings of a deployment', () => {
  it('know the longest time between two reads of a project, and from the last one to now', async () => {
    const { time, readings } = readingsOf();
    await time.runTo(20 * minuteMs);
    for (const project of ['a', 'b']) readings.note(list(project), answer, by('r'));
    expect(readings.oldestRecordMinutes()).toBe(20);
    await time.runTo(50 * minuteMs);
    readings.note(list('a'), answer, by('r'));
    readings.note(list('b'), { ...answer, status: 503 }, by('r'));
    expect(readings.oldestRecordMinutes()).toBe(30);
    await time.runTo(65 * minuteMs);
    expect(readings.oldestRecordMinutes()).toBe(45);
  });

  it('count a service as served when it gets its autoscaler', async () => {
    const { time, readings } = readingsOf();
    readings.created({ atMs: 0, project: 'a', service: 's' });
    await time.runTo(5 * minuteMs);
    const path = '/v1/project/a/integration';
    const body = JSON.stringify({ source_service: 's' });
    readings.note({ method: 'POST', path, headers: {}, body }, answer, by('r'));
    await time.runTo(9 * minuteMs);
    expect([readings.eventMinutes(), readings.waiting()]).toEqual([[5], 0]);
  });

  it('or when a run ends well that has read its project since; a service that waits has its age', async () => {
    const { time, readings } = readingsOf();
    readings.note(list('a'), answer, by('early'));
    await time.runTo(minuteMs);
    readings.created({ atMs: minuteMs, project: 'a', service: 's' });
    await time.runTo(2 * minuteMs);
    readings.note(list('a'), answer, by('failed'));
    readings.note(list('a'), answer, by('well'));
    readings.ended(ended('early', null));
    readings.ended(ended('failed', 'LeaseHeld'));
    await time.runTo(4 * minuteMs);
    expect([readings.eventMinutes(), readings.waiting()]).toEqual([[3], 1]);
    readings.ended(ended('well', null));
    expect([readings.eventMinutes(), readings.waiting()]).toEqual([[3], 0]);
  });

  it('count the calls of a pass that finds nothing to do, and apart from them the questions that were due', () => {
    const { readings } = readingsOf();
    const price = { ...list('a'), path: '/v1/project/a/pricing/service-types/pg/plans/startup-4/clouds/cloud-a' };
    for (const task of ['survey', 'survey', 'ask'] as const) readings.note(price, answer, by('pass', task));
    readings.note(price, answer, by('event'));
    readings.ended(ended('pass', null, 'hourly'));
    readings.ended(ended('event', null));
    expect([readings.quietCalls(), readings.questions()]).toEqual([[2], 1]);
  });
});
