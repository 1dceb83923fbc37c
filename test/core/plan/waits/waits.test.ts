import { describe, expect, it } from 'vitest';
import type { Guardrails } from '../../../../lib/core/model/policy-document.ts';
import { type DayGrowth, judgeWaits, noGrowth, type ServiceChanges } from '../../../../lib/core/plan/waits/waits.ts';
import { policyDefaults } from '../../../../lib/core/policy/policy-defaults.ts';
import { aChange } from '../../a-change.ts';

const planned = (service: string, more: Partial<ServiceChanges> = {}): ServiceChanges => ({
  changes: [aChange({ service })],
  kind: 'raise',
  harm: null,
  isGrowth: false,
  planGb: 0,
  daysToFull: null,
  ...more,
});

const judged = (
  services: readonly ServiceChanges[],
  limits: Partial<Guardrails> = {},
  more: { isFirstRun?: boolean; managed?: number; most?: number; lately?: Partial<DayGrowth> } = {},
) => {
  const { waits, violations, spent } = judgeWaits(services, {
    guardrails: { ...policyDefaults.guardrails, ...limits },
    isFirstRun: more.isFirstRun ?? false,
    managed: more.managed ?? 100,
    lately: { ...noGrowth, ...more.lately },
    exceeded: (changes) =>
      changes.length > (more.most ?? 100) ? [{ guardrail: 'maxChanges', limit: 0, actual: 1, message: 'm' }] : [],
  });
  return {
    waits: services.map(({ changes: [change] }) => (change === undefined ? undefined : (waits.get(change) ?? null))),
    guardrails: violations.map(({ guardrail }) => guardrail),
    messages: violations.map(({ message }) => message),
    spent,
  };
};

describe('what waits for an approval', () => {
  it('is what harms, and nothing beside it', () => {
    const { waits, messages } = judged([
      planned('a', { harm: 'room', kind: 'lower' }),
      planned('b'),
      planned('c', { kind: 'lower' }),
    ]);
    expect(waits).toEqual(['room', null, null]);
    expect(messages).toEqual([
      expect.stringMatching(/^1 service would have less than 7 days of room afterwards: .*a\. Approve this plan\.$/),
    ]);
  });

  it('is nothing where the policy lists no kind, but for a new size of a disk', () => {
    const harmful = (['room', 'protection', 'restart'] as const).map((harm) => planned(harm, { harm, kind: 'lower' }));
    expect(judged(harmful, { needApproval: [] }).waits).toEqual([null, null, null]);
    const resize = planned('size', {
      harm: 'restart',
      changes: [
        aChange({ kind: 'resize-disk', phase: 'release', service: 'size', disk: { fromMb: 2048, toMb: 1024 } }),
      ],
    });
    expect(judged([resize], { needApproval: [] }).waits).toEqual(['restart']);
  });

  it('is a restart of a service, unless the policy says so', () => {
    const restart = planned('engine', { harm: 'restart', kind: undefined });
    const under = (needApproval: Guardrails['needApproval']) => judged([restart], { needApproval }).waits;
    expect([judged([restart]).waits, under(['restart']), under(['harm']), under(['lower']), under([])]).toEqual([
      ...[['restart'], ['restart'], ['restart']],
      ...[[null], [null]],
    ]);
  });

  it('is every change of a kind that the policy lists, and only of that', () => {
    const some = [planned('a', { kind: 'lower' }), planned('b', { kind: 'raise' }), planned('c', { kind: 'disable' })];
    expect(judged(some, { needApproval: ['lower', 'disable'] }).waits).toEqual(['bounds', null, 'bounds']);
  });

  it('is all of the first plan of a mode, unless the policy applies that', () => {
    const some = [planned('a'), planned('b', { harm: 'room' })];
    expect(judged(some, {}, { isFirstRun: true })).toMatchObject({
      waits: ['first', 'first'],
      guardrails: ['firstRun'],
    });
    expect(judged(some, { firstRun: 'apply' }, { isFirstRun: true }).waits).toEqual([null, 'room']);
    expect(judged([], {}, { isFirstRun: true }).guardrails).toEqual([]);
  });

  it('is all beyond a limit of a run, but for what saves a disk that is full within two days', () => {
    const some = [
      planned('a'),
      planned('b', { daysToFull: 2 }),
      planned('c', { daysToFull: 3 }),
      planned('d', { kind: 'lower' }),
    ];
    expect(judged(some, {}, { most: 3 })).toMatchObject({
      waits: ['bounds', null, 'bounds', 'bounds'],
      guardrails: ['maxChanges'],
    });
    expect(judged(some, { maxChanges: 0 }, { most: 3 }).waits).toEqual(['bounds', 'bounds', 'bounds', 'bounds']);
  });

  it('is not growth, which has a limit of its own and goes by the soonest full', () => {
    const grown = (service: string, daysToFull: number) => planned(service, { isGrowth: true, daysToFull });
    const some = [grown('a', 9), grown('b', 3), grown('c', 5)];
    expect(judged(some, {}, { most: 0 }).waits).toEqual([null, null, null]);
    expect(judged(some, { maxGrowthPercent: 2 })).toMatchObject({
      waits: ['bounds', null, null],
      guardrails: ['maxGrowthPercent'],
    });
    expect(judged(some, { maxGrowthPercent: 0 }).waits).toEqual(['bounds', 'bounds', 'bounds']);
    expect(judged(some, { maxGrowthPercent: 2 }, { managed: 9 }).waits).toEqual([null, null, null]);
  });

  it('counts growth, and disks that are saved, over the runs of 24 hours', () => {
    const grown = ['a', 'b', 'c'].map((service) => planned(service, { isGrowth: true }));
    const within = judged(grown, { maxGrowthPercent: 5 }, { lately: { growth: 3 } });
    expect([within.waits, within.spent]).toEqual([[null, null, 'bounds'], { growth: 2, saved: 0 }]);
    expect(within.messages).toEqual([expect.stringContaining('follow their growth, 3 in the last 24 hours;')]);
    const often = judged(grown, { maxGrowthPercent: 100 }, { lately: { growth: 1_000 } });
    expect(often.waits.every((waits) => waits === null)).toBe(true);
    expect(judged(grown, { maxGrowthPercent: 5 }, { lately: { growth: 9 } }).waits).toEqual([
      'bounds',
      'bounds',
      'bounds',
    ]);
    const saved = ['a', 'b'].map((service) => planned(service, { daysToFull: 1 }));
    const rescue = judged(saved, { maxChanges: 2 }, { most: 0, lately: { saved: 1 } });
    expect([rescue.waits, rescue.spent]).toEqual([[null, 'bounds'], { growth: 0, saved: 1 }]);
  });

  it('is growth that looks like a measurement that is wrong', () => {
    const raise = (service: string, toGb: number) =>
      planned(service, { isGrowth: true, changes: [aChange({ kind: 'update-endpoint', service, fromGb: 10, toGb })] });
    const some = (count: number, toGb: number) => Array.from({ length: count }, (_, at) => raise(`s${at}`, toGb));
    expect(judged([...some(3, 60), raise('c', 20)], {}, { managed: 40 }).waits).toEqual([
      ...['bounds', 'bounds', 'bounds'],
      null,
    ]);
    expect(judged(some(2, 60), {}, { managed: 40 }).waits).toEqual([null, null]);
    expect(judged(some(3, 50), {}, { managed: 40 }).waits).toEqual([null, null, null]);
    expect(judged(some(3, 60), {}, { managed: 9 }).waits).toEqual([null, null, null]);
    expect(judged(some(2, 60), {}, { managed: 20 }).waits).toEqual([null, null]);
    // Of a disk of 80 GB whose maximum was a first step, even 60 GB are no jump.
    expect(judged(some(3, 60).map((one) => ({ ...one, planGb: 80 }))).waits).toEqual([null, null, null]);
    const both = judged([...some(3, 60), raise('c', 20), raise('d', 20)], { maxGrowthPercent: 2 }, { managed: 50 });
    expect(both.messages).toEqual([
      expect.stringMatching(/^The need of 3 services .* wrong\. Look at their disks, then approve this plan\.$/),
      expect.stringMatching(/^The maximums of 2 services follow their growth; maxGrowthPercent allows 2 %/),
    ]);
  });
});
