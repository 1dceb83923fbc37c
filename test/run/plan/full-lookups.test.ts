import { describe, expect, it } from 'vitest';
import type { ServiceMaximum } from '../../../lib/core/forecast/due.ts';
import type { Lookup } from '../../../lib/core/plan/lookups.ts';
import { doneLookups } from '../../../lib/run/lookup/run-lookups.ts';
import { fullLookups, mostMeasured, type RunForecast } from '../../../lib/run/plan/forecast.ts';

const today = 20_000;

const usage = (name: string): Lookup => ({ kind: 'usage', project: 'shop', service: name, diskMb: 1024 });

/** The services that a run measures of those that fill up, where each was last measured on this day, or never. */
const measured = (
  days: Readonly<Record<string, number | null>>,
  filling: readonly string[],
  given: {
    readonly diskMb?: number | null;
    readonly lookups?: readonly Lookup[];
    readonly asked?: readonly Lookup[];
  } = {},
) => {
  const { diskMb = 1024, lookups = [], asked = [] } = given;
  const services = Object.keys(days).map((name) => ({
    project: 'shop',
    name,
    type: 'pg',
    plan: 'p',
    diskMb,
    maximum: null,
  }));
  const forecasts = { measuredDay: ({ name }: { readonly name: string }) => days[name] ?? null };
  const forecast = { forecasts, services: services as ServiceMaximum[], today, lookups } as unknown as RunForecast;
  const places = filling.map((service) => ({ project: 'shop', service }));
  const found = fullLookups(
    forecast,
    places,
    doneLookups({ runId: 'run-1', refreshes: true }, { rounds: 1, lookups: asked }),
  );
  return found.map((lookup) => (lookup.kind === 'usage' ? lookup.service : lookup.kind));
};

describe('the disks that fill up', () => {
  it('are measured once a day each: those that never were first, then the longest unmeasured', () => {
    const days = { a: today - 1, b: today - 5, c: null, d: today, e: today - 3, f: today - 9 };
    expect(measured(days, ['a', 'b', 'c', 'd', 'e'])).toEqual(['c', 'b', 'e', 'a']);
  });

  it('are those of their project alone, and only where the size is known', () => {
    expect(measured({ a: null, b: null }, ['b', 'gone'])).toEqual(['b']);
    expect(measured({ a: null }, ['a'], { diskMb: null })).toEqual([]);
  });

  it('are as many as the run may measure, with what it has asked and what is open', () => {
    const many = Object.fromEntries(Array.from({ length: 450 }, (_, n) => [`s${n}`, null]));
    const names = Object.keys(many);
    expect(measured(many, names)).toHaveLength(mostMeasured);
    expect(measured(many, names, { asked: names.slice(0, 398).map(usage) })).toEqual(['s398', 's399']);
    expect(measured(many, names, { lookups: [usage('x'), { kind: 'events', project: 'shop' }] })).toHaveLength(399);
    expect(measured(many, names, { asked: [...names, 'y'].map(usage) })).toEqual([]);
  });
});
