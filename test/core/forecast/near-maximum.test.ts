import { describe, expect, it } from 'vitest';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import { nearMaximum, serviceMaximums } from '../../../lib/core/forecast/near-maximum.ts';
import type { ProjectHistory } from '../../../lib/core/forecast/project-history.ts';
import type { Service, Snapshot } from '../../../lib/core/model/model.ts';

const gb = (many: number) => many * 1024;
const today = 59;
const days = Array.from({ length: today + 1 }, (_, day) => day);

const service = (name: string, diskGb: number, endpointId = name): Service => ({
  name,
  type: 'pg',
  plan: 'startup-4',
  cloud: 'aws',
  state: 'RUNNING',
  diskMb: gb(diskGb),
  tags: {},
  integrations: [{ id: `i-${name}`, endpointId }],
});

/** Ended at `gbNow`, growing by so many GB a day. */
const grew = (name: string, gbNow: number, slope: number) => ({
  name,
  lastDay: today,
  provisioned: days.map((day): [number, number] => [day, gb(gbNow - slope * (today - day))]),
  used: [],
  measuredDay: null,
});

const services = [
  service('full', 300),
  service('close', 290),
  service('fast', 200),
  service('far', 100),
  service('free', 100, 'none'),
];
const snapshot: Snapshot = {
  project: 'shop',
  tags: {},
  services,
  endpoints: ['full', 'close', 'fast', 'far'].map((id) => ({ id, name: id, maximum: { kind: 'additional', gb: 220 } })),
};
const history: ProjectHistory = {
  days,
  services: [
    grew('full', 300, 1),
    grew('close', 290, 0),
    grew('fast', 200, 3),
    grew('far', 100, 0.1),
    grew('free', 100, 3),
  ],
};

const near = (planDiskMb: ReadonlyMap<string, number>) => {
  const limited = serviceMaximums([snapshot]);
  const forecasts = makeForecasts({ histories: new Map([['shop', history]]), services: limited, planDiskMb, today });
  return nearMaximum(limited, forecasts).map(({ name }) => name);
};

describe('services near their maximum', () => {
  it('are those within a fifth of it or with it in reach in 30 days, the most urgent first, and not those at it', () => {
    expect(near(new Map([['pg/startup-4', gb(80)]]))).toEqual(['fast', 'close']);
  });

  it('are those within two fifths of it where the disk grew recently: several growth steps may follow within days', () => {
    const limited = ['grown', 'idle'].map((name) => service(name, 200));
    const endpoints = limited.map(({ name: id }) => ({
      id,
      name: id,
      maximum: { kind: 'additional', gb: 220 } as const,
    }));
    const given = serviceMaximums([{ ...snapshot, services: limited, endpoints }]);
    const histories = new Map([['shop', { days, services: [grew('grown', 200, 0.5), grew('idle', 200, 0)] }]]);
    const planDiskMb = new Map([['pg/startup-4', gb(80)]]);
    const forecasts = makeForecasts({ histories, services: given, planDiskMb, today });
    expect(nearMaximum(given, forecasts).map(({ name }) => name)).toEqual(['grown']);
  });

  it('are those with exactly a fifth of it left too', () => {
    const limited = ['at', 'before'].map((name) => service(name, name === 'at' ? 240 : 239));
    const endpoints = limited.map(({ name: id }) => ({
      id,
      name: id,
      maximum: { kind: 'additional', gb: 220 } as const,
    }));
    const given = serviceMaximums([{ ...snapshot, services: limited, endpoints }]);
    const planDiskMb = new Map([['pg/startup-4', gb(80)]]);
    const forecasts = makeForecasts({ histories: new Map(), services: given, planDiskMb, today });
    expect(nearMaximum(given, forecasts).map(({ name }) => name)).toEqual(['at']);
  });

  it('are unknown while the own disk of the plan is unknown', () => {
    expect(near(new Map())).toEqual([]);
  });

  it('have the maximum of the endpoint that their integration leads to', () => {
    const held = serviceMaximums([snapshot]).map(({ name, maximum }) => [name, maximum?.gb ?? null]);
    expect(held).toEqual([
      ['full', 220],
      ['close', 220],
      ['fast', 220],
      ['far', 220],
      ['free', null],
    ]);
  });
});
