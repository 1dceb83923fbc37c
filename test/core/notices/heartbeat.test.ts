import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heartbeatAt, type Sent } from '../../../lib/core/notices/heartbeat.ts';

const minute = 60_000;
const start = Date.parse('2026-03-02T08:00:00Z');
const at = (minutes: number) => start + minutes * minute;
const iso = (minutes: number) => new Date(at(minutes)).toISOString();

describe('a heartbeat', () => {
  it('is sent at once, and then once an hour', () => {
    const { next } = heartbeatAt(undefined, undefined, at(0));
    expect(next).toEqual({ sentAt: iso(0), waitingSince: iso(0) });
    expect(heartbeatAt(next, { sentAt: iso(0) }, at(59)).next).toBeUndefined();
    expect(heartbeatAt(next, { sentAt: iso(0) }, at(60)).next).toEqual({ sentAt: iso(60), waitingSince: iso(60) });
  });

  it('is missed once nothing has come back for two hours, however often it was sent again', () => {
    const sent: Sent = { sentAt: iso(60), waitingSince: iso(0) };
    expect(heartbeatAt(sent, undefined, at(119)).overdue).toBe(false);
    expect(heartbeatAt(sent, undefined, at(120))).toEqual({
      overdue: true,
      next: { sentAt: iso(120), waitingSince: iso(0) },
    });
    expect(heartbeatAt(sent, { sentAt: iso(-60) }, at(120)).overdue).toBe(true);
  });

  it('is not kept back, nor taken for back, by what was noted while the clock was far ahead', () => {
    const ahead = { sentAt: iso(600_000), waitingSince: iso(600_000) };
    expect(heartbeatAt(ahead, undefined, at(0)).next).toEqual({ sentAt: iso(0), waitingSince: iso(0) });
    const sent: Sent = { sentAt: iso(60), waitingSince: iso(0) };
    expect(heartbeatAt(sent, { sentAt: iso(600_000) }, at(120)).overdue).toBe(true);
  });

  it('is back with any that was sent since, so the alarm ends', () => {
    const sent: Sent = { sentAt: iso(120), waitingSince: iso(0) };
    expect(heartbeatAt(sent, { sentAt: iso(60) }, at(130)).overdue).toBe(false);
  });

  it('is never overdue while each comes back within the hour, and always once none does for two', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 200 }),
        fc.boolean(),
        (gaps, works) => {
          let [sent, arrived, now]: [Sent | undefined, { sentAt: string } | undefined, number] = [
            undefined,
            undefined,
            start,
          ];
          for (const gap of gaps) {
            const state = heartbeatAt(sent, arrived, now);
            expect(state.overdue).toBe(!works && now - start >= 120 * minute);
            sent = state.next ?? sent;
            if (works && sent !== undefined) arrived = { sentAt: sent.sentAt };
            now += gap * minute;
          }
        },
      ),
    );
  });
});
