import { describe, expect, it } from 'vitest';
import { emptyLedger, reserveCalls } from '../../../lib/core/calls/ledger.ts';
import { sharedTerms } from '../../../lib/core/calls/shared.ts';

const minuteMs = 60_000;

describe('workers that wait', () => {
  const rules = sharedTerms(100);
  const spreadBeside = (calls: number): number => {
    const blocks = [
      { worker: 'survey', calls: 85 - calls, untilMs: 0 },
      { worker: 'other', calls, untilMs: 0 },
    ];
    const asking = { worker: 'survey', order: 'survey', calls: 16, nowMs: 1_000 } as const;
    const { granted } = reserveCalls({ ...emptyLedger, blocks }, asking, rules);
    return 'spreadMs' in granted ? granted.spreadMs : Number.NaN;
  };

  it('spread over a quarter of the time in which the others are served: a look that makes one call hardly delays a survey', () => {
    expect(spreadBeside(1)).toBeCloseTo((1 * minuteMs) / 85 / 4);
    expect(spreadBeside(16)).toBeCloseTo((16 * minuteMs) / 85 / 4);
  });

  it('spread no further for a worker that had more than one block can have', () => {
    expect(spreadBeside(40)).toBe(spreadBeside(16));
  });
});
