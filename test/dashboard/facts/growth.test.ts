import { describe, expect, it } from 'vitest';
import { emptyHistory } from '../../../lib/core/forecast/project-history.ts';
import { growthFacts } from '../../../lib/dashboard/facts/growth.ts';
import { snapshotWith } from '../../core/one-service.ts';

const record = snapshotWith([], []);
const [service] = record.services;
const factsOf = (given: Partial<Parameters<typeof growthFacts>[0]>) =>
  growthFacts({
    ...{ name: service?.name ?? '', project: record.project, history: emptyHistory, record: record as never },
    ...{ planDiskMb: 80 * 1024, maximumGb: 40, today: 20_000, bands: undefined },
    ...given,
  });

describe('the picture of the growth of a disk', () => {
  it('has the largest disk that it reaches only where its plan and its maximum are known', () => {
    const largest = (given: object) => factsOf(given).maximumGb;
    expect(largest({})).toBe(120);
    expect(largest({ maximumGb: 0 })).toBe(80);
    expect([largest({ planDiskMb: null }), largest({ maximumGb: null })]).toEqual([null, null]);
  });

  it('has nothing of a service that no reading has', () => {
    const nothing = { used: [], provisioned: [], ahead: [], thresholdGb: null, maximumGb: null };
    expect(factsOf({ name: 'gone' })).toEqual({ name: 'gone', ...nothing });
    expect(factsOf({ record: undefined })).toMatchObject(nothing);
  });
});
