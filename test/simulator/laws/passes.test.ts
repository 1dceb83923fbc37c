import { describe, expect, it } from 'vitest';
import type { HeadroomEvent } from '../../../lib/contract/events.ts';
import { laws } from './all.ts';
import type { Circumstances, PassSeen } from './law.ts';
import { judgeNotices } from './notices.ts';
import { at, circumstances, orders, pass, policy, storedReport, write } from './planted.ts';

const broken = (more: Partial<PassSeen>, given: Partial<Circumstances> = {}) =>
  laws.flatMap((law) => law.afterPass?.({ ...pass, ...more }, { ...circumstances, ...given }) ?? []);

/** The stored report with other members. */
const reported = (more: object, ofPlan: object = {}) => ({ stored: storedReport(more, ofPlan) });

const running = (mode: 'observe' | 'stop') => ({ run: { policy, services: [], mode } });

describe('a law of each pass', () => {
  it('holds for a pass that is true', () => {
    expect(broken({})).toEqual([]);
  });

  it('is broken by a token, even one that was replaced, in the store, in a call and in the cause of its error', () => {
    const leak = (call: object) => broken({ calls: [{ task: 'plan', input: {}, ...call }] });
    expect(broken({ stored: new Map([...pass.stored, ['run.json', '"old-secret"']]) })).toEqual([
      'run.json contains a token',
    ]);
    expect(leak({ output: { a: ['new-secret'] } })).toEqual(['a call of plan contains a token']);
    expect(leak({ error: new Error('no', { cause: new Error('Bearer old-secret') }) })).toHaveLength(1);
    expect(leak({ error: new Error('no') })).toEqual([]);
  });

  it.each<[string, Partial<PassSeen>, Partial<Circumstances>]>([
    ['a failure without a cause', { outcome: 'failed' }, {}],
    ['a plan that waits although no guardrail asks', { outcome: 'needs-approval' }, {}],
    ['a refusal that no person asked for', { outcome: 'refused' }, {}],
    ['a partial run that nothing restrained', { outcome: 'partial' }, {}],
    ['an applied plan without a write', { outcome: 'applied' }, {}],
    ['writes that it does not own up to', { writes: [write(at(8), at(9))] }, {}],
    ['a run under stop that looks', { outcome: 'nothing', mode: 'stop' }, running('stop')],
    ['a run under observe that applies', { outcome: 'applied', mode: 'observe' }, running('observe')],
  ])('is broken by %s', (_, more, given) => {
    expect(broken(more, given).join()).toContain(`the pass ended as ${more.outcome ?? pass.outcome} `);
    expect(broken({ ...more, isDisturbed: true }, given)).toEqual([]);
  });

  it('is held by a run during which a person lifts a stop, whichever mode it found', () => {
    const ended = (outcome: string) => broken({ outcome, mode: 'enforce' }, running('stop')).join();
    expect(ended('stopped')).not.toContain('instead of');
    expect(ended('nothing')).not.toContain('instead of');
    expect(ended('applied')).toContain('the pass ended as applied (0 writes, mode stop) instead of stopped or nothing');
  });

  it('is held by a plan that waits because the platform has just denied a price', () => {
    const waits = (isOpen: boolean) =>
      broken({ outcome: 'needs-approval', services: [orders()] }, { isPriceOpen: () => isOpen }).join();
    expect(waits(false)).toContain('instead of nothing');
    expect(waits(true)).not.toContain('instead of nothing');
  });

  it.each<[string, object, object]>([
    ['unread projects', { unread: [{}] }, {}],
    ['a number of projects', { coverage: { listed: 2 } }, {}],
    ['an outcome', { outcome: 'applied' }, {}],
    ['a freeze', {}, { freeze: { reason: 'weekend', waiting: [] } }],
    [
      'the amount of a budget',
      {},
      { budgets: [{ name: 'storage', monthly: '16.00', allocatedMonthly: '0', shares: [] }] },
    ],
    [
      'the cost of a budget',
      {},
      { budgets: [{ name: 'storage', monthly: '15.00', allocatedMonthly: '1', shares: [] }] },
    ],
  ])('is broken by a report that is wrong about %s', (_, more, ofPlan) => {
    expect(broken(reported(more, ofPlan)).join()).toContain('the report says');
  });

  it('is broken by a report that counts a service as protected that is not, or with another maximum', () => {
    const services = [at(9)];
    const run = { run: { policy, services } };
    const decisions = [{ project: 'shop', service: 'orders' }];
    const counted = { protectedByOthers: 0, impossible: 0, exempt: 0, optedOut: 0 };
    const shares = [{ project: 'shop', service: 'orders', gb: 9 }];
    const budget = { name: 'storage', monthly: '15.00', allocatedMonthly: '1.34685', shares };
    const coverage = (protectedByUs: number) => ({
      listed: 1,
      protection: { protectedByUs, ...counted, eligibleNotYet: 1 - protectedByUs },
    });
    const said = (ours: number, gb = 9) =>
      reported({ coverage: coverage(ours) }, { decisions, budgets: [{ ...budget, shares: [{ ...shares[0], gb }] }] });
    expect(broken({ services, ...said(1) }, run)).toEqual([]);
    expect(broken({ services, ...said(0) }, run)).toHaveLength(1);
    expect(broken({ services: [orders()], ...said(1) }, run)).toHaveLength(1);
    expect(broken({ services, ...said(1, 10) }, run)).toHaveLength(2);
  });

  it('is held by a share of what is provisioned where a service cannot be changed, and else broken by it', () => {
    const shares = [{ project: 'shop', service: 'orders', gb: 12 }];
    const budgets = [{ name: 'storage', monthly: '15.00', allocatedMonthly: '1.7958', shares }];
    const said = reported({}, { decisions: [{ project: 'shop', service: 'orders' }], budgets });
    const judged = (eligible: boolean) => {
      const services = [at(9, { provisionedGb: 12, eligible })];
      return broken({ services, ...said }, { run: { policy, services } }).join();
    };
    expect(judged(false)).not.toContain('has 12 GB');
    expect(judged(true)).toContain('the report says shop/orders has 12 GB, and it has 9 GB');
  });

  it('is held by another maximum only where the change to the reported one waits for an approval', () => {
    const services = [at(9)];
    const shares = [{ project: 'shop', service: 'orders', gb: 12 }];
    const budgets = [{ name: 'storage', monthly: '15.00', allocatedMonthly: '1.7958', shares }];
    const decisions = [{ project: 'shop', service: 'orders' }];
    const judged = (changes: readonly object[]) =>
      broken(
        { services, ...reported({}, { decisions, budgets, proposal: { changes } }) },
        { run: { policy, services } },
      ).join();
    expect(judged([{ project: 'shop', service: 'orders' }])).not.toContain('has 12 GB');
    expect(judged([{ project: 'shop', service: 'other' }])).toContain('has 12 GB, and it has 9 GB');
  });

  it('is held by another maximum while the budget waits for a second denial of a price', () => {
    const services = [at(9)];
    const shares = [{ project: 'shop', service: 'orders', gb: 12 }];
    const budgets = [{ name: 'storage', monthly: '15.00', allocatedMonthly: '1.7958', shares }];
    const said = reported({}, { decisions: [{ project: 'shop', service: 'orders' }], budgets });
    const judged = (isOpen: boolean) =>
      broken({ services, ...said }, { run: { policy, services }, isPriceOpen: () => isOpen }).join();
    expect(judged(true)).not.toContain('has 12 GB');
    expect(judged(false)).toContain('has 12 GB, and it has 9 GB');
  });

  it('is broken by metrics that count other than the platform', () => {
    expect(broken({ metrics: { RunsEnded: 1, ChangesConfirmed: 1 } })).toEqual([
      'ChangesConfirmed is 1, and 0 is true',
    ]);
    expect(broken({ metrics: {} })).toEqual(['RunsEnded is 0, and 1 is true']);
    expect(broken({ metrics: { RunsEnded: 1, PlansWaiting: 1, WorkUnfinished: 2 } })).toHaveLength(2);
  });

  it('is broken by a status that says another mode, outcome or digest, or that a run is at work', () => {
    const saying = (place: number, more: object) =>
      broken({ status: pass.status.map((line, n) => (n === place ? { ...line, ...more } : line)) });
    expect(saying(0, { says: 'observe: plans, no writes' })).toHaveLength(1);
    expect(saying(1, { says: 'applied, 3 seconds ago' })).toHaveLength(1);
    expect(saying(1, { verdict: 'problem' })).toHaveLength(1);
    expect(saying(2, { says: 'held by a run' })).toHaveLength(1);
    expect(saying(1, {})).toEqual([]);
  });
});

describe('the law of notices', () => {
  const reached: HeadroomEvent = {
    type: 'MaximumReached',
    detail: { project: 'shop', service: 'orders', runId: 'r', maxAdditionalGb: 9 },
  };
  const recovered: HeadroomEvent = {
    type: 'Recovered',
    detail: { from: 'MaximumReached', project: 'shop', service: 'orders', runId: 'r', since: 's' },
  };
  const fills = (level: string): HeadroomEvent => ({
    type: 'DiskFillsUp',
    detail: { project: 'shop', service: 'orders', budget: 'b', runId: 'r', level, percent: 90 },
  });
  const notice: HeadroomEvent = {
    type: 'Notice',
    detail: { owner: 'o', urgent: true, subject: 's', text: 'since 08:00' },
  };
  const calm = (...events: HeadroomEvent[]) => ({ atMs: 0, events, isDisturbed: false });

  it.each<[string, HeadroomEvent[][], number]>([
    ['a warning that ends and comes again', [[reached], [recovered], [reached]], 0],
    ['a warning twice without an end', [[reached], [reached]], 1],
    ['the same warning at another level', [[fills('soon')], [fills('90 %')], [fills('soon')]], 0],
    ['the same level twice', [[fills('90 %')], [fills('90 %')]], 1],
    ['an end of what never began', [[recovered]], 1],
    ['a notice twice', [[notice], [notice]], 1],
  ])('counts the problems of %s', (_, passes, problems) => {
    expect(judgeNotices(passes.map((events) => calm(...events)))).toHaveLength(problems);
  });

  it.each([
    [6, 1],
    [7, 0],
  ])('counts the problems of a notice that comes again after %d days', (days, problems) => {
    const later = { ...calm(notice), atMs: days * 86_400_000 };
    expect(judgeNotices([calm(notice), later])).toHaveLength(problems);
    expect(judgeNotices([calm(notice), later, later])).toHaveLength(problems + 1);
  });

  it('expects a repetition where a fault struck', () => {
    const disturbed = { atMs: 0, events: [reached, notice], isDisturbed: true };
    expect(judgeNotices([disturbed, calm(reached, notice)])).toEqual([]);
    expect(judgeNotices([calm(reached, notice), disturbed])).toEqual([]);
  });

  it('expects an end once more, word for word, where the bus took it and its answer was lost', () => {
    const disturbed = { atMs: 0, events: [recovered], isDisturbed: true };
    const another = { ...recovered, detail: { ...recovered.detail, runId: 'r2' } } as HeadroomEvent;
    expect(judgeNotices([calm(reached), disturbed, calm(recovered)])).toEqual([]);
    expect(judgeNotices([calm(reached), disturbed, calm(another)])).toHaveLength(1);
    expect(judgeNotices([calm(reached), calm(recovered), calm(recovered)])).toHaveLength(1);
  });
});
