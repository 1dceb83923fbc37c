import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditedState, AuditedWrite } from '../../../lib/core/audit/audit.ts';
import { emptyHistory, type ProjectHistory } from '../../../lib/core/forecast/project-history.ts';
import { dayMs } from '../../../lib/core/model/durations.ts';
import { growthFacts } from '../../../lib/dashboard/facts/growth.ts';
import { snapshotWith } from '../../core/one-service.ts';

const record = snapshotWith([], []);
const [service] = record.services;
const factsOf = (given: Partial<Parameters<typeof growthFacts>[0]>) =>
  growthFacts({
    ...{ name: service?.name ?? '', project: record.project, history: emptyHistory, record: record as never },
    ...{
      planDiskMb: 80 * 1024,
      maximumGb: 40,
      today: 20_000,
      bands: undefined,
      days: null,
      found: { records: [], isCut: false },
    },
    ...given,
  });

/** A disk of 80 GB that was measured on so many days, until today: it grew by 0.1 GB a day from 30 GB. */
const measured = (many: number): ProjectHistory => {
  const days = Array.from({ length: many }, (_, at) => 20_001 - many + at);
  const used = days.map((day, at): [number, number] => [day, (30 + at / 10) * 1024]);
  const provisioned = [[days[0] ?? 0, 80 * 1024]] as const;
  return { days, services: [{ name: service?.name ?? '', lastDay: 20_000, provisioned, used, measuredDay: 20_000 }] };
};

const endpoint = (gb: number): AuditedState => ({
  kind: 'endpoint',
  maximum: { kind: 'additional', gb },
  maxAdditionalGb: gb,
});

const write = (day: number, before: AuditedState, after: AuditedState, status = 'confirmed') =>
  ({ at: new Date(day * dayMs).toISOString(), status, before, after }) as AuditedWrite;

describe('the picture of the growth of a disk', () => {
  it('has the largest disk that it reaches only where its plan and its maximum are known', () => {
    const largest = (given: object) => factsOf({ history: measured(10), ...given }).limit.map(({ gb }) => gb);
    expect(largest({})).toEqual([120, 120]);
    expect(largest({ maximumGb: 0 })).toEqual([80, 80]);
    expect([largest({ planDiskMb: null }), largest({ maximumGb: null })]).toEqual([[], []]);
    expect(factsOf({}).limit).toEqual([]);
  });

  it('has the use at which the disk grows only where an autoscaler enlarges it', () => {
    expect(factsOf({}).thresholdPercent).toBe(85);
    expect(factsOf({ maximumGb: null }).thresholdPercent).toBeNull();
  });

  it('has what each confirmed write made of the maximum, since the service last had none', () => {
    const stepsOf = (isCut: boolean, ...records: readonly AuditedWrite[]) =>
      factsOf({ history: measured(10), found: { records, isCut } }).limit.map(({ day, gb }) => [day, gb]);
    const raise = write(19_995, endpoint(20), endpoint(40));
    expect(stepsOf(false, raise)).toEqual([
      [19_991, 100],
      [19_995, 120],
      [20_000, 120],
    ]);
    expect(stepsOf(false, raise, write(19_993, endpoint(10), endpoint(20), 'failed'))).toEqual(stepsOf(false, raise));
    expect(stepsOf(false, raise, write(19_993, null, endpoint(20)), write(19_992, endpoint(5), null))).toEqual([
      [19_993, 100],
      [19_995, 120],
      [20_000, 120],
    ]);
    // What came before the known writes is not claimed, and a person may have changed it since.
    expect(stepsOf(true, raise)).toEqual([
      [19_995, 120],
      [20_000, 120],
    ]);
    expect(stepsOf(true)).toEqual([[20_000, 120]]);
    expect(stepsOf(true, write(90_000, endpoint(20), endpoint(40)))).toEqual([[20_000, 120]]);
    expect(stepsOf(true, write(19_995, endpoint(20), endpoint(30))).map(([, gb]) => gb)).toEqual([110, 120]);
    // A total that could not be converted is no size.
    const total: AuditedState = { kind: 'endpoint', maximum: { kind: 'total', gb: null }, maxAdditionalGb: 0 };
    expect(stepsOf(false, raise, write(19_993, total, endpoint(20)))).toEqual(
      stepsOf(false, raise, write(19_993, null, endpoint(20))),
    );
  });

  it('shows no day before those that its reader chose, and no more days ahead', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 120 }), (days, many) => {
        const { used, provisioned, ahead, limit } = factsOf({
          ...{
            days,
            history: measured(many),
            found: { records: [write(20_000 - many, endpoint(20), endpoint(40))], isCut: false },
          },
        });
        for (const { day } of [...used, ...provisioned, ...ahead, ...limit]) {
          expect(day).toBeGreaterThanOrEqual(20_000 - days);
          expect(day).toBeLessThanOrEqual(20_000 + days);
        }
        expect(used).toHaveLength(Math.min(many, days + 1));
      }),
    );
    const whole = { history: measured(120) };
    expect(factsOf(whole).used).toHaveLength(120);
    expect([factsOf(whole), factsOf({ ...whole, days: 30 })].map(({ ahead }) => ahead.at(-1)?.day)).toEqual([
      20_060, 20_030,
    ]);
  });

  it('has nothing of a service that no reading has', () => {
    const nothing = { used: [], provisioned: [], ahead: [], thresholdPercent: null, limit: [] };
    expect(factsOf({ name: 'gone' })).toEqual({ name: 'gone', today: 20_000, ...nothing });
    expect(factsOf({ record: undefined })).toMatchObject(nothing);
  });
});
