import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areEnough, callsFor } from '../../lib/contract/call-rates.ts';
import { allTasks, tasks } from '../../lib/contract/tasks.ts';
import { definitionText } from '../../lib/workflow/definitions.ts';

const callers = allTasks.filter(({ environment }) => environment.includes('callsPerMinute'));

describe('the calls a minute', () => {
  it('of all copies of all tasks together stay within what the platform may be asked', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (callsPerMinute) => {
        if (!areEnough(callsPerMinute)) return;
        const all = callers.map(({ name, copies }) => copies * callsFor(name, callsPerMinute));
        expect(all.every((calls) => calls > 0)).toBe(true);
        expect(all.reduce((sum, calls) => sum + calls, 0)).toBeLessThanOrEqual(callsPerMinute);
      }),
    );
  });

  it('count as many copies as the maps of the definition run', () => {
    const concurrencies = [...definitionText('reconcile').matchAll(/"MaxConcurrency": (\d+)/g)].map(([, n]) =>
      Number(n),
    );
    expect(new Set(concurrencies)).toEqual(new Set([tasks.survey.copies, tasks.apply.copies]));
  });
});
