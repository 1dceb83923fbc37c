import { describe, expect, it } from 'vitest';
import { runMachine } from '../../lib/workflow/interpreter.ts';
import { catchAll, machine, untilDone } from '../../lib/workflow/states.ts';
import { drawsOf } from '../simulator/engine/random.ts';
import { createTime } from '../simulator/engine/time.ts';

const definition = machine({
  StartAt: 'Survey',
  States: {
    ...untilDone('Survey', 'survey', { Catch: catchAll('Failed') }, 'Done'),
    Done: { Type: 'Succeed' },
    Failed: { Type: 'Fail', ErrorPath: '$.failure.Error' },
  },
});

const startMs = Date.parse('2026-03-02T08:00:00Z');
const input = { runId: 'run-1', projects: [0, 1] };

/** A task that has no time left, three times, and notes when it is called and with what. */
const task = (nowMs: () => number) => {
  const calls: (readonly [seconds: number, input: object])[] = [];
  const waits = ['2026-03-02T08:01:30.000Z', '2026-03-02T08:00:00.000Z', '2026-03-02T08:02:00.000Z'];
  return {
    calls,
    answer: async (given: unknown) => {
      const { runId, projects } = given as typeof input;
      calls.push([(nowMs() - startMs) / 1000, { runId, projects }]);
      const at = waits[calls.length - 1];
      return at === undefined ? { services: 4 } : { services: calls.length, again: { at } };
    },
  };
};

describe('a task that answers `again`', () => {
  it('is called with the same input at that moment, or at once if it is past, until it is done', async () => {
    const time = createTime(startMs);
    const { answer, calls } = task(time.now);
    const options = {
      time,
      random: drawsOf(1, 'jitter').fraction,
      name: 'run-1',
      invoke: (_: string, given: unknown) => answer(given),
    };
    const output = await time.until(runMachine(definition, input, options));
    expect(calls).toEqual([0, 90, 90, 120].map((seconds) => [seconds, input]));
    expect(output).toEqual({ ...input, answer: { services: 4 } });
  });
});
