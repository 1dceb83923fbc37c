import { describe, expect, it } from 'vitest';
import { openPlatform } from '../../../lib/platform/index.ts';
import { createFullMinutes } from '../full-minutes.ts';
import { drawnScenario } from '../organization/organization.ts';
import type { ServiceTruth } from '../surroundings/truth.ts';
import { fullDisksReported, fullDisksStayReported, runawaysNamed } from './full-disks.ts';
import type { Circumstances, Law, PassSeen } from './law.ts';
import { at, autoscaler, circumstances, orders, pass, policy, storedReport } from './planted.ts';

const minuteMs = 60_000;
const place = { project: 'shop', service: 'orders' };
const finding = (code: string) => ({ ...place, code });
const disks = { known: 1, unknown: 0, nearlyFull: 1 };

/** Full for an hour, at its limit. */
const full = (more: Partial<ServiceTruth> = {}) => at(9, { nearlyFullSinceMs: pass.atMs - 60 * minuteMs, ...more });

interface Case {
  readonly service?: ServiceTruth;
  /** The service as the run found it; absent: the same. */
  readonly before?: ServiceTruth;
  readonly plan?: object;
  readonly report?: object;
  readonly pass?: Partial<PassSeen>;
  readonly given?: Partial<Circumstances>;
}

const seen = ({ service = full(), plan = {}, report = {}, ...more }: Case): PassSeen => {
  const stored = storedReport(report, { decisions: [place], disks, ...plan });
  const status = [{ subject: 'disks', verdict: 'problem', says: '', remedy: '' }];
  return { ...pass, status, services: [service], stored, ...more.pass };
};

const around = ({ service = full(), before = service, given }: Case): Circumstances => ({
  ...circumstances,
  run: { policy, services: [before], begunMs: pass.atMs - minuteMs },
  alertsReadMs: () => pass.atMs - 1_000,
  ...given,
});

const brokenBy = (law: Law, one: Case) => law.afterPass?.(seen(one), around(one)) ?? [];
const broken = (one: Case) => brokenBy(fullDisksReported, one);
const named = { findings: [finding('disk-full')] };

describe('the law of full disks', () => {
  it.each(['disk-full', 'disk-fills-up'])('holds for a full disk with the finding %s', (code) => {
    expect(broken({ plan: { findings: [finding(code)] } })).toEqual([]);
  });

  it('is broken by a full disk without a finding, or with one of another service or matter', () => {
    expect(broken({})).toEqual([expect.stringContaining('shop/orders is at 90 %')]);
    expect(broken({ plan: { findings: [{ ...finding('disk-full'), service: 'other' }] } })).toHaveLength(1);
    expect(broken({ plan: { findings: [finding('growth-runaway')] } })).toHaveLength(1);
  });

  it.each(['failed', 'confirmed'])('is broken although a change %s that was to give it room', (status) => {
    const plan = { changes: [{ phase: 'grant', ...place }] };
    const report = { results: [{ phase: 'grant', project: place.project, ends: [{ status }] }] };
    expect(broken({ plan, report })).toHaveLength(1);
  });

  it('asks for nothing while the autoscaler may still act, or before the project was read', () => {
    expect(broken({ service: full({ nearlyFullSinceMs: pass.atMs - 10 * minuteMs }) })).toEqual([]);
    expect(broken({ service: full({ autoscaledSinceMs: pass.atMs - 10 * minuteMs }) })).toEqual([]);
    expect(broken({ service: full(), before: orders() })).toEqual([]);
    expect(broken({ given: { alertsReadMs: () => undefined } })).toEqual([]);
    expect(broken({ given: { alertsReadMs: () => pass.atMs - 61 * minuteMs } })).toEqual([]);
    expect(broken({ pass: { isDisturbed: true } })).toEqual([]);
  });

  it('is broken by an autoscaler that is called stuck at its limit, and by a forecast that says the disk can grow', () => {
    const stuck = { findings: [finding('autoscaler-stuck')] };
    expect(broken({ plan: stuck })).toEqual([expect.stringContaining('is called stuck')]);
    expect(broken({ plan: stuck, service: full({ limitMb: 90 * 1024 }) })).toEqual([]);
    // What a person attached to a service that cannot have it looks like an autoscaler that does not act.
    const byHand = [autoscaler(88, 'hand-orders')];
    expect(broken({ plan: stuck, service: full({ eligible: false, others: byHand }) })).toEqual([]);
    const forecast = (isReached: boolean) => ({ ...named, forecast: { services: [{ ...place, isReached }] } });
    expect(broken({ plan: forecast(false) })).toEqual([expect.stringContaining('the forecast says that it can grow')]);
    expect(broken({ plan: forecast(true) })).toEqual([]);
  });

  it('is broken by a report that does not count a full disk, or whose known and unknown disks are not all disks', () => {
    const counted = (known: number, unknown: number, nearlyFull = 1) =>
      broken({ plan: { ...named, disks: { known, unknown, nearlyFull } } });
    expect(counted(0, 1)).toEqual([]);
    expect(counted(1, 0, 0)).toEqual([expect.stringContaining('counts 0 disks at 90 %')]);
    expect(counted(0, 0)).toEqual([expect.stringContaining('there are 1 to 1')]);
    expect(counted(1, 1)).toHaveLength(1);
    expect(broken({ plan: { ...named, disks: undefined } })).toEqual(['the report does not count the disks']);
  });

  it('is broken by a status that sees no problem in a full disk that has its finding', () => {
    const saying = (verdict: string) =>
      broken({ plan: named, pass: { status: [{ subject: 'disks', verdict, says: '', remedy: '' }] } });
    expect(saying('problem')).toEqual([]);
    expect(saying('attention')).toEqual(['the status says of the disks that all is attention, and 1 are full']);
    expect(broken({ plan: named, pass: { status: [] } })).toHaveLength(1);
  });

  it('holds also in disturbed passes for projects that were read before', () => {
    const pass = { isDisturbed: true };
    expect(brokenBy(fullDisksStayReported, { pass })).toHaveLength(1);
    expect(brokenBy(fullDisksStayReported, { pass, plan: named })).toEqual([]);
  });
});

describe('the minutes of full disks', () => {
  const minutes = (...cases: readonly Case[]) => {
    const scenario = drawnScenario(1, { projects: 1, services: 1 });
    const { edge } = openPlatform({ scenario, token: 'canary-1-5f1c', seed: 1 });
    const count = createFullMinutes(edge);
    for (const one of cases) expect(brokenBy(count.law, one)).toEqual([]);
    return count.minutes().unreported;
  };

  it('are not reported from the reading of the disk to the pass that names it', () => {
    const later = { atMs: pass.atMs + 60 * minuteMs };
    expect(minutes({ plan: named })).toBe(0);
    expect(minutes({}, { plan: named, pass: later })).toBe(61);
    expect(minutes({}, { pass: later }, { plan: named, pass: { atMs: pass.atMs + 120 * minuteMs } })).toBe(121);
  });
});

/** The data of the service now, of a disk that had 40 GB for months. */
const using = (gb: number) => {
  const now = { usage: { mb: gb * 1024, sinceMs: pass.atMs }, growthMbPerDay: 0, diskMb: 400 * 1024 };
  return at(9, { service: { ...orders().service, ...now } as unknown as ServiceTruth['service'] });
};

const runaway = (gb: number, codes: readonly string[], more = {}) => {
  const findings = codes.map((code) => ({ project: 'shop', service: 'orders', code }));
  const stored = storedReport({}, { findings });
  return runawaysNamed(40).afterPass?.({ ...pass, services: [using(gb)], stored, ...more }, circumstances);
};

it('the law of runaways is broken by data that runs away without its finding, and by nothing else', () => {
  expect(runaway(120, ['disk-fills-up'])).toEqual([expect.stringContaining('shop/orders runs away')]);
  expect(runaway(120, ['growth-runaway'])).toEqual([]);
  expect(runaway(60, [])).toEqual([]);
  expect(runaway(120, [], { isDisturbed: true })).toEqual([]);
});
