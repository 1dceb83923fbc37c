import { describe, expect, it } from 'vitest';
import {
  emptyFindingLog,
  type FindingLog,
  lastDailyTime,
  recordFindings,
} from '../../../lib/core/notices/finding-log.ts';
import { followFindings, type LoggedFinding } from '../../../lib/core/notices/logged-findings.ts';
import { known } from './notified.ts';

const time = (iso: string) => Date.parse(iso);
const at = (day: number, hour = 10) =>
  time(`2026-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`);
const minor = (service: string) => known({ code: 'not-eligible', service });
const at90 = known({ subject: 'fills' });
const full = known({ subject: '100 %' });

/** Runs one after the other; each finds what is given. Returns what each notifies of: at once, and in a daily message. */
const organization = () => {
  let log: FindingLog = emptyFindingLog;
  return (nowMs: number, found: readonly LoggedFinding[], isHeld = false) => {
    const owner = ({ service }: { service: string }) => found.find((one) => one.service === service)?.owner ?? '';
    const changes = followFindings(log.open, found, () => true, owner, new Date(nowMs).toISOString());
    const recorded = recordFindings(log, changes, nowMs, isHeld);
    log = recorded.log;
    const named = (findings: readonly LoggedFinding[]) =>
      findings.map(({ service, endedAt }) => (endedAt === undefined ? service : `${service} over`));
    const { urgent, news } = recorded.notified;
    return { urgent: named(urgent), daily: news && named(news) };
  };
};

describe('the daily message', () => {
  it('is not due with the first run of all, nor before seven the next day, and then once with all news', () => {
    const run = organization();
    expect(run(at(2, 8), [minor('a')]).daily).toBeNull();
    expect(run(at(3, 6), [minor('a')]).daily).toBeNull();
    expect(run(at(3, 7) + 1, [minor('a'), minor('b')]).daily).toEqual(['a', 'b']);
    expect(run(at(3, 8), [minor('a')]).daily).toBeNull();
    expect(run(at(4, 8), [minor('a')]).daily).toEqual(['b over']);
  });

  it('has no urgent finding that was sent, but its end, and of what began and ended only the end', () => {
    const run = organization();
    expect(run(at(2, 8), [full, minor('carts')])).toEqual({ urgent: ['orders'], daily: null });
    run(at(2, 9), []);
    expect(run(at(3, 8), []).daily?.sort()).toEqual(['carts over', 'orders over']);
  });

  it('is not kept back by one that was sent while the clock was 400 days ahead, and neither is an urgent message', () => {
    const run = organization();
    run(time('2027-04-06T08:00:00Z'), [full]);
    expect(run(at(3, 8), [full, minor('carts')])).toEqual({ urgent: ['orders'], daily: ['carts'] });
    expect(run(at(3, 9), [full, minor('carts')])).toEqual({ urgent: [], daily: null });
  });

  it('is due at seven, UTC', () => {
    expect(lastDailyTime(time('2026-03-02T06:59:59.999Z'))).toBe(time('2026-03-01T07:00:00Z'));
    expect(lastDailyTime(time('2026-03-02T07:00:00Z'))).toBe(time('2026-03-02T07:00:00Z'));
  });
});

describe('what is urgent', () => {
  it('is sent at once when its episode begins and when that becomes worse, once each', () => {
    const run = organization();
    const levels = [known({ subject: 'soon' }), at90, at90, full, full, at90, full];
    expect(levels.map((one, hour) => run(at(2, hour), [one]).urgent.length)).toEqual([0, 1, 0, 1, 0, 0, 0]);
  });

  it('of one cause is sent only once a day if it is over and begins again, and else in the daily message', () => {
    const run = organization();
    const begins = (nowMs: number) => {
      run(nowMs, []);
      return run(nowMs, [full]);
    };
    expect([2, 3, 9, 10].map((hour) => begins(at(2, hour)).urgent.length)).toEqual([1, 0, 0, 0]);
    expect(run(at(3, 8), [full]).daily).toContain('orders');
    expect(begins(at(3, 9)).urgent).toEqual(['orders']);
  });

  it('has all disks of a cause, once a day for each owner if it gets more, and at once if one is worse than all before', () => {
    const run = organization();
    const disk = (service: string, subject: string, owner = 'storage') =>
      known({ service, subject, owner, details: { budget: 'all', raiseMonthly: '3.00', currency: 'EUR' } });
    const [a, b, c] = [disk('a', 'fills'), disk('b', 'fills'), disk('c', 'fills', 'other')];
    expect(run(at(2), [a]).urgent).toEqual(['a']);
    expect(run(at(2, 11), [a, b, c]).urgent).toEqual(['c']);
    expect(run(at(2, 12), [a, disk('b', '100 %'), c]).urgent).toEqual(['a', 'b']);
    expect(run(at(2, 13), [disk('a', '100 %'), disk('b', '100 %'), c]).urgent).toEqual([]);
    expect(run(at(3, 13), [disk('a', '100 %'), disk('b', '100 %'), c, disk('d', 'fills')]).urgent).toEqual([
      'a',
      'b',
      'd',
    ]);
  });

  it('is repeated weekly while runs are held', () => {
    const run = organization();
    expect(run(at(2), [full], true).urgent).toEqual(['orders']);
    expect([8, 9, 10, 16].map((day) => run(at(day), [full], true).urgent.length)).toEqual([0, 1, 0, 1]);
    expect(run(at(26), [full]).urgent).toEqual([]);
  });

  it('is repeated weekly while no disk is helped, as by a plan that waits', () => {
    const run = organization();
    const waiting = known({ code: 'plan-needs-approval', project: '', service: '', subject: 'd1' });
    expect([2, 8, 9, 10].map((day) => run(at(day), [waiting]).urgent.length)).toEqual([1, 0, 1, 0]);
  });

  it('is not sent while the policy accepts it, and is sent when that ends', () => {
    const run = organization();
    const accepted = { ...full, isAccepted: true } as const;
    expect([accepted, accepted, full].map((one, place) => run(at(2 + place), [one]).urgent.length)).toEqual([0, 0, 1]);
  });

  it('is sent again after an acceptance, also one of what was said days before', () => {
    const run = organization();
    const accepted = { ...full, isAccepted: true } as const;
    expect([full, accepted, full].map((one, place) => run(at(2 + 2 * place), [one]).urgent.length)).toEqual([1, 0, 1]);
  });
});
