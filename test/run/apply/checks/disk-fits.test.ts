import { describe, expect, it } from 'vitest';
import type { DiskReading } from '../../../../lib/core/forecast/peak-use.ts';
import type { ListedService } from '../../../../lib/ports.ts';
import { diskFits } from '../../../../lib/run/apply/checks/disk-fits.ts';
import { aChange } from '../../../core/a-change.ts';
import { aService } from '../../../core/organization.ts';

const gb = 1024;
const platformNow = Date.parse('2030-06-15T12:00:00Z');
const minute = 60_000;

interface Present {
  readonly service?: ListedService | undefined;
  /** Of the last hour. */
  readonly readings?: readonly DiskReading[];
  /** Of the last month. */
  readonly month?: readonly DiskReading[];
}

/** A reading of so many percent, some minutes ago by the platform's clock. */
const reading = (percent: number, minutesAgo = 1): DiskReading => ({
  timeMs: platformNow - minutesAgo * minute,
  percent,
});

const hour = 60;

const asPlanned: Required<Present> = {
  service: aService({ diskMb: 200 * gb }),
  readings: [reading(30)],
  month: [reading(25, 300 * hour), reading(30, hour)],
};

const shrinking = aChange({
  kind: 'resize-disk',
  phase: 'release',
  disk: { fromMb: 200 * gb, toMb: 80 * gb },
});

/** The check before the removal of 120 of 200 GB, and how often it looked at the service. */
const guarded = (present: Present) => {
  let now = { ...asPlanned, ...present };
  let looks = 0;
  let clockMs = 0;
  const writeCheck = diskFits({
    platform: {
      getService: async () => {
        looks += 1;
        return now.service;
      },
      diskUsage: async (_project, _service, period) => [...(period === 'hour' ? now.readings : now.month)],
      lastAnswerAt: () => new Date(platformNow).toISOString(),
    },
    clock: { now: () => clockMs },
  });
  return {
    ask: async (change = shrinking) => (await writeCheck(change)) ?? 'lets it',
    become: (next: Present, seconds: number) => {
      now = { ...now, ...next };
      clockMs += seconds * 1000;
    },
    looks: () => looks,
  };
};

describe('the check of a smaller disk', () => {
  it('lets a removal through while the service is as planned and its use fits', async () => {
    expect(await guarded({}).ask()).toBe('lets it');
  });

  it('leaves all other changes to other checks, without a look', async () => {
    const { ask, looks } = guarded({ service: undefined });
    expect([await ask(aChange()), looks()]).toEqual(['lets it', 0]);
  });

  const again = 'nothing was written; run headroom reclaim again';
  const tomorrow = 'nothing was written; run headroom reclaim tomorrow, because it measures each disk once a day';
  it.each<[string, Present, string]>([
    ['is gone', { service: undefined }, `the service is gone; ${again}`],
    [
      'restarts',
      { service: { ...asPlanned.service, state: 'REBUILDING' } },
      `the service is in state REBUILDING; ${again}`,
    ],
    [
      'has grown',
      { service: { ...asPlanned.service, diskMb: 210 * gb } },
      `the disk was 204800 MB in the plan and is 215040 MB now; ${again}`,
    ],
    [
      'hides its size',
      { service: { ...asPlanned.service, diskMb: null } },
      `the disk was 204800 MB in the plan and is unknown MB now; ${again}`,
    ],
    [
      'uses 85 % of the smaller disk',
      { readings: [reading(34)] },
      `68 GB are used by now, too much for a disk of 80 GB; ${tomorrow}`,
    ],
    [
      'uses more than the smaller disk has',
      { readings: [reading(45)] },
      `90 GB are used by now, too much for a disk of 80 GB; ${tomorrow}`,
    ],
    ['has no reading', { readings: [] }, `the platform gives no reading of the last hour of its use; ${again}`],
    [
      'has an old reading only',
      { readings: [reading(10, 61)] },
      `the platform gives no reading of the last hour of its use; ${again}`,
    ],
    [
      'used more than fits within the last month',
      { month: [reading(25, 400 * hour), reading(80, 300 * hour), reading(30, hour)] },
      `160 GB were used within the last month, too much for a disk of 80 GB; ${tomorrow}`,
    ],
    [
      'has no reading of the last month',
      { month: [reading(20, 24 * hour * 40)] },
      `the platform gives no readings of the last month of its use; ${again}`,
    ],
  ])('refuses a service that %s', async (_, present, why) => {
    expect(await guarded(present).ask()).toBe(why);
  });

  it('goes by the newest reading of the hour, and by the largest of the month', async () => {
    expect(await guarded({ readings: [reading(20, 50), reading(30)] }).ask()).toBe('lets it');
    expect(await guarded({ readings: [reading(90, 50), reading(30)] }).ask()).toContain('180 GB were used within');
    expect(await guarded({ readings: [reading(30, 50), reading(90)] }).ask()).toContain('180 GB are used by now');
  });

  it('looks again before a try that comes later, because use grows meanwhile', async () => {
    const writeCheck = guarded({});
    expect([await writeCheck.ask(), await writeCheck.ask(), writeCheck.looks()]).toEqual(['lets it', 'lets it', 1]);
    writeCheck.become({ readings: [reading(40)], month: [reading(40)] }, 21);
    expect(await writeCheck.ask()).toContain('80 GB are used by now');
  });

  it('lets a try through whose earlier answer was lost, although the service restarts since', async () => {
    const done = aService({ diskMb: 80 * gb, state: 'REBUILDING' });
    expect(await guarded({ service: done, readings: [reading(75)] }).ask()).toBe('lets it');
  });
});
