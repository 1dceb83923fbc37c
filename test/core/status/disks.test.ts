import { describe, expect, it } from 'vitest';
import type { DiskCounts } from '../../../lib/core/disk/disk-state.ts';
import { troubleCodes } from '../../../lib/core/disk/disk-troubles.ts';
import { alertsUnlisted } from '../../../lib/core/findings/unread-finding.ts';
import type { Finding } from '../../../lib/core/model/decision.ts';
import { dayMs, hourMs } from '../../../lib/core/model/durations.ts';
import { type FindingCode, findings as facts } from '../../../lib/core/model/findings/findings.ts';
import { type DiskFacts, judgeDisks } from '../../../lib/core/status/disks.ts';
import { aService } from '../organization.ts';

const known: DiskCounts = { known: 3, unknown: 1, withoutAlert: 1, oldestDays: 0, nearlyFull: 0 };
const finding = (code: FindingCode, service = 'orders', details = {}): Finding => ({
  ...{ code, project: 'shop', service, message: '' },
  details,
});
const judged = (given: Partial<DiskFacts>, longestMsAgo?: number | null) =>
  judgeDisks({ counts: known, msAgo: 2 * hourMs, findings: [], ...given }, longestMsAgo);

describe('the disks', () => {
  it('are ok while no finding says otherwise, and the line says of how many that is known, and as of when', () => {
    expect(judged({ findings: [finding('drift'), finding('not-eligible')] })).toEqual({
      subject: 'disks',
      verdict: 'ok',
      says: 'use known of 3 of 4 disks, 0 nearly full; unknown of 1 disk (1 without an alert of the platform); as of 2 hours ago',
      remedy: '',
    });
  });

  it('say when the first of them may stop growing if no run raises it', () => {
    const first = { project: 'shop', service: 'orders', day: '2026-03-14' };
    expect(judged({ first })).toMatchObject({
      verdict: 'ok',
      says: expect.stringMatching(
        /^without further runs the first disk may stop growing on 2026-03-14 \(shop\/orders\); use known/,
      ),
    });
  });

  it('need attention while a project could not be read, because the others do not stand for it', () => {
    const findings = [{ ...finding('project-unread', ''), project: 'pay' }];
    expect(judged({ findings })).toMatchObject({
      verdict: 'attention',
      says: expect.stringMatching(/^not read: pay, .*; use known of 3 of 4 disks/),
      remedy: 'headroom runbook projects-unread',
    });
  });

  it('are a problem while one is full and cannot grow, and the most urgent is named first, with its remedy', () => {
    const findings = [finding('growth-runaway', 'users'), finding('disk-full'), finding('disk-full', 'stock')];
    expect(judged({ counts: { ...known, nearlyFull: 2 }, findings })).toMatchObject({
      verdict: 'problem',
      says: expect.stringMatching(
        /^2 disks full or nearly full, without room to grow \(shop\/orders, shop\/stock\); 1 disk growing far beyond the past \(shop\/users\); use known of/,
      ),
      remedy: 'headroom runbook when-a-disk-is-full',
    });
  });

  it('that have no room in their budget lead to what to do about that', () => {
    const findings = [finding('disk-fills-up', 'orders', { budget: 'storage' })];
    expect(judged({ findings }).remedy).toBe('headroom runbook when-a-disk-fills-up');
  });

  it('need attention while one may soon have no room', () => {
    const findings = [finding('growth-runaway')];
    expect(judged({ findings })).toMatchObject({
      verdict: 'attention',
      remedy: 'headroom runbook when-a-disk-fills-up',
    });
  });

  it('are never ok while no run has described them, or nothing is known of any', () => {
    expect(judged({ counts: null, msAgo: null })).toMatchObject({
      ...{ verdict: 'attention', remedy: 'start a run for all projects' },
      says: 'unknown: no run has described the organization',
    });
    const nothing = { known: 0, unknown: 4, withoutAlert: 0, oldestDays: null, nearlyFull: 0 };
    expect(judged({ counts: nothing })).toMatchObject({ verdict: 'attention', remedy: 'headroom forecast --all' });
    expect(judged({ counts: { ...nothing, withoutAlert: 1 } }).verdict).toBe('ok');
    expect(judged({ counts: { ...nothing, unknown: 0 } }).verdict).toBe('ok');
    expect(judged({ counts: null, msAgo: null, findings: [finding('disk-full')] }).verdict).toBe('problem');
  });

  it('are never ok where the platform lists no alerts of a project', () => {
    const findings = alertsUnlisted([{ project: 'shop', services: [aService()], alerts: undefined }]);
    expect(judged({ findings })).toMatchObject({
      ...{ verdict: 'attention', remedy: 'headroom report' },
      says: expect.stringMatching(
        /^the platform lists no alerts of some projects, so a full disk there is noticed late; use/,
      ),
    });
  });

  it('are attention if the last run that described them is too old, unless no schedule starts runs', () => {
    const verdict = (msAgo: number, longestMsAgo?: number | null) => judged({ msAgo }, longestMsAgo).verdict;
    expect([verdict(dayMs), verdict(dayMs + 1)]).toEqual(['ok', 'attention']);
    // Hourly runs may fail for some hours, which the line of the last run says.
    expect([verdict(dayMs, 3 * hourMs), verdict(dayMs + 1, 3 * hourMs)]).toEqual(['ok', 'attention']);
    expect([verdict(7 * dayMs, 7 * dayMs), verdict(7 * dayMs + 1, 7 * dayMs)]).toEqual(['ok', 'attention']);
    expect(verdict(30 * dayMs, null)).toBe('ok');
    // Nobody runs apply for a deployment: only its functions have the token.
    expect(judged({ msAgo: 2 * dayMs }).remedy).toBe('start a run for all projects');
  });

  it('need attention while all of one kind only fill later, and are a problem from the first that fills within days', () => {
    const at = (subject: string) => ({ ...finding('disk-fills-up', subject), subject });
    expect(judged({ findings: [at('soon')] }).verdict).toBe('attention');
    expect(judged({ findings: [at('soon'), at('fills')] }).verdict).toBe('problem');
  });

  it.each(troubleCodes)('with the trouble %s are as severe as its finding', (code) => {
    expect(judged({ findings: [finding(code)] }).verdict).toBe(
      facts[code].severity === 'error' ? 'problem' : 'attention',
    );
  });
});
