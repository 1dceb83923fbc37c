import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Compared, comparedWithTwin, everyDiskMeasured } from '../../../simulate/lived/compared.ts';

/** A small organization for weeks under the policy that is harder to foretell; `npm run bench -- --only twin` lives both for months. */
const small = { seed: 3, services: 12, days: 20, seeds: 10 };

describe('a twin of an organization with a store of weeks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-lived-'));
  let all: readonly Compared[];

  beforeAll(async () => {
    all = await comparedWithTwin({ ...small, folder }, everyDiskMeasured);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('has at least 4 of 5 main figures of the next weeks within P10 and P90, as the real commands bring them about', () => {
    expect(all).toHaveLength(5);
    const outside = all.filter(({ isWithin }) => !isWithin);
    expect(outside.length, JSON.stringify(outside)).toBeLessThanOrEqual(1);
  });

  it('says what disks cost, and that not all of them are full all the time', () => {
    const of = (name: string) => all.find(({ figure }) => figure === name);
    expect(of('cost')?.p10).toBeGreaterThan(0);
    expect(of('full-hours')?.p90).toBeLessThan(small.services * small.days * 24);
  });
});
