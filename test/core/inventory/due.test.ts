import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dueProjects as dueAt,
  type IndexEntry,
  latenessMinutes,
  promisedMinutes,
  readingMinutes,
  urgentProjects,
} from '../../../lib/core/inventory/due.ts';
import type { FindingCode } from '../../../lib/core/model/findings/findings.ts';
import { aChange } from '../a-change.ts';

const at = (hour: number) => `2026-03-02T${String(hour).padStart(2, '0')}:00:00.000Z`;

/** Long after every reading of these tests. */
const later = '2100-01-01T00:00:00.000Z';
const dueProjects = (names: readonly string[], index: ReadonlyMap<string, IndexEntry>, most: number) =>
  dueAt(names, index, most, later);

describe('the projects that a pass reads', () => {
  it('are all when they fit, the oldest reading first and no urgent one before it', () => {
    const index = new Map<string, IndexEntry>([
      ['a', { readAt: at(2), isUrgent: true }],
      ['b', { readAt: at(1) }],
    ]);
    expect(dueProjects(['a', 'b', 'c'], index, 3)).toEqual(['c', 'b', 'a']);
    expect(dueProjects(['b', 'a'], new Map(), 2)).toEqual(['a', 'b']);
  });

  it('are those never read, the urgent ones and the oldest; they are read in order, the urgent ones first', () => {
    const index = new Map<string, IndexEntry>([
      ['a', { readAt: at(1) }],
      ['b', { readAt: at(2) }],
      ['c', { readAt: at(9), isUrgent: true }],
      ['d', { readAt: at(3) }],
      ['f', { readAt: at(4) }],
    ]);
    expect(dueProjects(['a', 'b', 'c', 'd', 'e'], index, 1)).toEqual(['e']);
    expect(dueProjects(['a', 'b', 'c', 'd', 'e', 'f'], index, 5)).toEqual(['c', 'e', 'a', 'b', 'd']);
  });

  it('are also those that a clock read which was ahead: their readings prove nothing, however late they are', () => {
    const index = new Map<string, IndexEntry>([
      ['a', { readAt: at(1) }],
      ['b', { readAt: at(2) }],
      ['c', { readAt: '2099-01-01T00:00:00.000Z' }],
    ]);
    expect(dueAt(['a', 'b', 'c'], index, 1, at(3))).toEqual(['c']);
  });

  it('renew every reading within the promised passes, however many are urgent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 2, max: 20 }),
        fc.nat(60),
        (count, most, urgent) => {
          const names = Array.from({ length: count }, (_, place) => `p${place}`);
          const index = new Map<string, IndexEntry>();
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

describe('the age of a reading', () => {
  it('does not depend on when in a pass the project has its turn: late in one pass is not early in another', () => {
    const minutesOfPass = 54;
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 90 }), fc.integer({ min: 10, max: 19 }), (count, most) => {
        const names = Array.from({ length: count }, (_, place) => `p${(place * 37) % 97}-${place}`);
        const index = new Map<string, IndexEntry>(names.map((name) => [name, { readAt: new Date(0).toISOString() }]));
        const passes = Math.ceil(count / most);
        for (let pass = 1; pass < 30; pass += 1) {
          const due = dueProjects(names, index, most);
          due.forEach((name, turn) => {
            const readMs = pass * 3_600_000 + (turn / most) * minutesOfPass * 60_000;
            const ageMinutes = (readMs - Date.parse(index.get(name)?.readAt ?? '')) / 60_000;
            if (pass > passes + 1) expect(Math.round(ageMinutes)).toBeLessThanOrEqual(passes * 60);
            index.set(name, { readAt: new Date(readMs).toISOString() });
          });
        }
      }),
    );
  });
});

describe('the time in which a pass reads', () => {
  it('ends before the next pass may begin, however short the interval is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 1_440 }), (minutes) => {
        expect(readingMinutes(minutes)).toBeLessThanOrEqual(minutes - latenessMinutes(minutes));
        expect(readingMinutes(minutes)).toBeGreaterThanOrEqual(minutes / 2);
      }),
    );
    expect([readingMinutes(60), readingMinutes(15)]).toEqual([53.5, 13.5]);
  });
});

describe('the promised age of readings', () => {
  it('is two passes when each reads all, grows with the projects, and is unknown when nothing is read', () => {
    expect(promisedMinutes({ projects: 200, perPass: 2_400, minutesBetween: 60 })).toBe(120);
    expect(promisedMinutes({ projects: 5_000, perPass: 2_097, minutesBetween: 60 })).toBe(240);
    expect(promisedMinutes({ projects: 2_400, perPass: 2_400, minutesBetween: 60 })).toBe(120);
    expect(promisedMinutes({ projects: 1, perPass: 0, minutesBetween: 60 })).toBeNull();
  });
});

const finding = (project: string, code: FindingCode) => ({ code, project, service: 's', message: '' });
const fill = (project: string, daysToThreshold: number | null, isReached = false) => ({
  project,
  service: 's',
  maximum: { kind: 'additional' as const, gb: 10 },
  isReached,
  daysToThreshold,
  daysToMaximum: null,
  soonestDaysToMaximum: null,
});

it('a project with changes, waiting changes, or a disk near its threshold or maximum is read early, but not one with a disk at it', () => {
  const urgent = urgentProjects({
    changes: [aChange({ project: 'changed' })],
    findings: [finding('soon', 'disk-fills-up'), finding('full', 'disk-full'), finding('odd', 'bad-tag')],
    forecast: {
      services: [fill('near', 1.5), fill('calm', 40), fill('unknown', null), fill('at', null, true)],
      more: 0,
      unknown: 0,
      coverage: { known: 4, disks: 4 },
    },
    freeze: {
      reason: 'freeze window "peak"',
      until: null,
      allow: [],
      waiting: [aChange({ project: 'waiting' })],
    },
  });
  expect([...urgent].sort()).toEqual(['changed', 'near', 'soon', 'waiting']);
});
