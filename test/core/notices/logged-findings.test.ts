import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../lib/core/model/decision.ts';
import {
  findingKey,
  followFindings,
  isInScope,
  type LoggedFinding,
  type RunScope,
} from '../../../lib/core/notices/logged-findings.ts';

const at = '2026-03-02T08:00:00.000Z';
const later = '2026-03-02T09:00:00.000Z';
const finding = (project: string, service: string, more: Partial<Finding> = {}): Finding => ({
  code: 'disk-full',
  project,
  service,
  message: 'full',
  ...more,
});
const follow = (
  before: readonly LoggedFinding[],
  findings: readonly Finding[],
  sight: Partial<RunScope> = {},
  when = at,
) => {
  const all = { listed: ['a', 'b'], read: new Set(['a', 'b']), planned: true };
  return followFindings(before, findings, isInScope({ ...all, ...sight }), () => 'team', when);
};
const names = (findings: readonly LoggedFinding[]) =>
  findings.map(({ project, service, subject }) => [project, service, subject].join(' ').trim());

describe('a known finding', () => {
  it('opens with the first run that finds it, and stays one while it is found again under other words', () => {
    const first = follow([], [finding('a', 'x', { details: { maxAdditionalGb: 5 } })]);
    expect(first.opened).toEqual([
      {
        code: 'disk-full',
        project: 'a',
        service: 'x',
        subject: '',
        message: 'full',
        details: { maxAdditionalGb: 5 },
        owner: 'team',
        since: at,
      },
    ]);
    const afterMonths = follow(first.open, [finding('a', 'x')], {}, '2026-06-02T08:00:00.000Z');
    expect(afterMonths.opened).toEqual([]);
    const second = follow(first.open, [finding('a', 'x', { message: 'still full' })], {}, later);
    expect(second).toMatchObject({ opened: [], ended: [], open: [{ message: 'still full', since: at }] });
  });

  it('ends with the run that looks and does not find it', () => {
    const { open } = follow([], [finding('a', 'x'), finding('b', 'y')]);
    const { ended, open: left } = follow(open, [finding('b', 'y')], {}, later);
    expect([names(ended), names(left)]).toEqual([['a x'], ['b y']]);
  });

  it('neither ends nor opens anew where the run did not look: out of scope, unreadable, or without a plan', () => {
    const { open } = follow([], [finding('a', 'x'), finding('b', 'y')]);
    const onlyB = follow(open, [finding('b', 'y')], { read: new Set(['b']) });
    expect(onlyB).toMatchObject({ opened: [], ended: [] });
    expect(names(onlyB.open)).toEqual(['a x', 'b y']);
    expect(follow(onlyB.open, [finding('a', 'x'), finding('b', 'y')]).opened).toEqual([]);
    expect(follow(open, [], { planned: false }).ended).toEqual([]);
    expect(follow(open, [], { listed: [], read: new Set() }).ended).toEqual([]);
  });

  it('of a budget ends only with a run that read every project', () => {
    const over = finding('', '', { code: 'budget-exceeded', subject: 'production' });
    const { open } = follow([], [over]);
    expect(names(open)).toEqual(['production']);
    expect(follow(open, [], { read: new Set(['a']) }).ended).toEqual([]);
    expect(names(follow(open, []).ended)).toEqual(['production']);
  });

  it('ends when its project is no longer one of the organization', () => {
    const { open } = follow([], [finding('a', 'x')]);
    expect(names(follow(open, [], { listed: ['b'], read: new Set() }).ended)).toEqual(['a x']);
  });

  it('of a service is not over while its project is not listed and may still exist, unlike one of the project', () => {
    const { open } = follow([], [finding('a', 'x'), finding('a', '', { code: 'project-unread' })]);
    const { ended } = follow(open, [], { listed: ['b'], read: new Set(['b']), unlisted: new Set(['a']) });
    expect(ended.map(({ code }) => code)).toEqual(['project-unread']);
  });

  it('is identified by code, place and subject, and by nothing else', () => {
    const budget = (subject: string) => finding('', '', { code: 'budget-exceeded', subject });
    expect(follow([], [budget('one'), budget('two'), budget('one')]).opened.length).toBe(2);
    expect(follow([], [finding('a', 'x'), finding('a', 'x', { message: 'other words' })]).opened.length).toBe(1);
  });

  it('of a service is followed by the next level of it, which is no end', () => {
    const level = (subject: string, project = 'a', service = 'x') =>
      finding(project, service, { code: 'disk-fills-up', subject });
    const { open } = follow([], [level('soon')]);
    const worse = follow(open, [level('90 %')], {}, later);
    expect([names(worse.opened), names(worse.ended), names(worse.open)]).toEqual([['a x 90 %'], [], ['a x 90 %']]);
    expect(names(follow(worse.open, []).ended)).toEqual(['a x 90 %']);
    expect(names(follow(open, [level('90 %', 'a', 'y')]).ended)).toEqual(['a x soon']);
    const budgets = [finding('', '', { code: 'budget-exceeded', subject: 'one' })];
    const other = follow(follow([], budgets).open, [finding('', '', { code: 'budget-exceeded', subject: 'two' })]);
    expect(names(other.ended)).toEqual(['one']);
  });

  it('opens and ends in turns, whatever runs see: never twice the one without the other', () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const run = fc.record({ found: fc.uniqueArray(name), read: fc.uniqueArray(name) });
    fc.assert(
      fc.property(fc.array(run, { maxLength: 12 }), (runs) => {
        let open: readonly LoggedFinding[] = [];
        const isOpen = new Map<string, boolean>();
        for (const { found, read } of runs) {
          const seen = found.filter((project) => read.includes(project)).map((project) => finding(project, 'x'));
          const course = follow(open, seen, { listed: ['a', 'b', 'c'], read: new Set(read) });
          for (const finding of course.opened) {
            expect(isOpen.get(findingKey(finding)) ?? false).toBe(false);
            isOpen.set(findingKey(finding), true);
          }
          for (const finding of course.ended) {
            expect(isOpen.get(findingKey(finding))).toBe(true);
            isOpen.set(findingKey(finding), false);
          }
          open = course.open;
          expect(open.length).toBe([...isOpen.values()].filter(Boolean).length);
        }
      }),
    );
  });
});
