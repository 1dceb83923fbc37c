import { describe, expect, it } from 'vitest';
import type { Ended } from '../../../lib/simulation/deployed/executions.ts';
import { createReadings } from '../../../lib/simulation/deployed/readings.ts';
import { createTime } from '../../../lib/simulation/engine/time.ts';

const minuteMs = 60_000;
const answer = { status: 200, headers: {}, text: '{}' };
const list = (project: string) =>
  ({ method: 'GET', path: `/v1/project/${project}/service`, headers: {}, body: null }) as const;
const ended = (runId: string, error: string | null): Ended => ({
  runId,
  trigger: 'event',
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
    for (const project of ['a', 'b']) readings.note(list(project), answer, 'r');
    expect(readings.oldestRecordMinutes()).toBe(20);
    await time.runTo(50 * minuteMs);
    readings.note(list('a'), answer, 'r');
    readings.note(list('b'), { ...answer, status: 503 }, 'r');
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
    readings.note({ method: 'POST', path, headers: {}, body }, answer, 'r');
    await time.runTo(9 * minuteMs);
    expect([readings.eventMinutes(), readings.waiting()]).toEqual([[5], 0]);
  });

  it('or when a run ends well that has read its project since; a service that waits has its age', async () => {
    const { time, readings } = readingsOf();
    readings.note(list('a'), answer, 'early');
    await time.runTo(minuteMs);
    readings.created({ atMs: minuteMs, project: 'a', service: 's' });
    await time.runTo(2 * minuteMs);
    readings.note(list('a'), answer, 'failed');
    readings.note(list('a'), answer, 'well');
    readings.ended(ended('early', null));
    readings.ended(ended('failed', 'LeaseHeld'));
    await time.runTo(4 * minuteMs);
    expect([readings.eventMinutes(), readings.waiting()]).toEqual([[3], 1]);
    readings.ended(ended('well', null));
    expect([readings.eventMinutes(), readings.waiting()]).toEqual([[3], 0]);
  });
});
