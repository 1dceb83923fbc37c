import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueProjects, type Known, promisedMinutes } from '../../../lib/core/inventory/due.ts';

const at = (hour: number) => `2026-03-02T${String(hour).padStart(2, '0')}:00:00.000Z`;

describe('the projects that a pass reads', () => {
  it('are all when they fit, in their order', () => {
    expect(dueProjects(['b', 'a'], new Map(), 2)).toEqual(['b', 'a']);
  });

  it('are those never read, then the urgent ones, then the oldest', () => {
    const index = new Map<string, Known>([
      ['a', { readAt: at(1) }],
      ['b', { readAt: at(2) }],
      ['c', { readAt: at(9), isUrgent: true }],
      ['d', { readAt: at(3) }],
      ['f', { readAt: at(4) }],
    ]);
    expect(dueProjects(['a', 'b', 'c', 'd', 'e'], index, 1)).toEqual(['e']);
    expect(dueProjects(['a', 'b', 'c', 'd', 'e', 'f'], index, 5)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('renew every reading within the promised passes, however many are urgent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 2, max: 20 }),
        fc.nat(60),
        (count, most, urgent) => {
          const names = Array.from({ length: count }, (_, place) => `p${place}`);
          const index = new Map<string, Known>();
          const bound = promisedMinutes({ projects: count, perPass: most, minutesBetween: 60 }) ?? 0;
          for (let pass = 0; pass < 40; pass += 1) {
            const readAt = new Date(pass * 3_600_000).toISOString();
            for (const name of dueProjects(names, index, most)) {
              const last = Date.parse(index.get(name)?.readAt ?? new Date(0).toISOString());
              // The last one may have read it when it began, and this one reads it when it ends.
              expect(Date.parse(readAt) - last + 3_600_000).toBeLessThanOrEqual(bound * 60_000);
              index.set(name, { readAt, ...(Number(name.slice(1)) < urgent && { isUrgent: true as const }) });
            }
          }
        },
      ),
    );
  });
});

describe('the promised age of readings', () => {
  it('is two passes when each reads all, grows with the projects, and is unknown when nothing is read', () => {
    expect(promisedMinutes({ projects: 200, perPass: 2_400, minutesBetween: 60 })).toBe(120);
    expect(promisedMinutes({ projects: 5_000, perPass: 2_159, minutesBetween: 60 })).toBe(240);
    expect(promisedMinutes({ projects: 1, perPass: 0, minutesBetween: 60 })).toBeNull();
  });
});
