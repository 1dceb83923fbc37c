import { describe, expect, it } from 'vitest';
import { always, frozen, limited, livedRemedies, type Remedied, waiting } from '../../simulate/lived/remedies.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const short = (all: readonly Remedied[], days: number) =>
  all.filter(({ did, lasted }) => did === undefined || (lasted !== null && lasted < days));

const served = (all: readonly Remedied[]) => [...new Set(all.map(({ service }) => service))].sort();

describe('the remedy of a disk that needs a person, carried out literally', () => {
  it('ends its finding and lasts at least 7 days at the same pace, whatever limits the disk', async () => {
    const all = await livedRemedies(limited, 40, temporaryDirectory());
    expect(served(all)).toEqual(limited.projects[0]?.services?.map(({ name }) => name).sort());
    expect(short(all, 7)).toEqual([]);
  });

  it('does so during a freeze', async () => {
    const all = await livedRemedies(frozen, 10, temporaryDirectory(), always);
    expect(served(all)).toEqual(['new', 'opted-out']);
    expect(short(all, 7)).toEqual([]);
  });

  it('lets an autoscaler that waits for a maintenance grow the disk again', async () => {
    const all = await livedRemedies(waiting, 20, temporaryDirectory());
    expect(all.length).toBeGreaterThan(0);
    expect(all.every(({ code }) => code === 'autoscaler-stuck')).toBe(true);
    expect(short(all, 2)).toEqual([]);
  });
});
