import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runbookSections } from '../../../lib/cli/commands/runbook/view.ts';
import { diskTroubles } from '../../../lib/core/disk/disk-troubles.ts';
import type { KnownDisks } from '../../../lib/core/disk/known-disks.ts';
import { severityOf } from '../../../lib/core/findings/finding-codes.ts';
import type { KnownFinding } from '../../../lib/core/notices/known-findings.ts';
import { judgeDisks } from '../../../lib/core/status/disks.ts';

const sections = runbookSections(readFileSync('docs/runbook.md', 'utf8')).map(({ name }) => name);
const known: KnownDisks = { known: 3, unknown: 1, withoutAlert: 1, oldestDays: 0, nearlyFull: 0 };
const finding = (code: string, service = 'orders', details = {}): KnownFinding => ({
  code,
  project: 'shop',
  service,
  subject: '',
  message: '',
  details,
  owner: 'unowned',
  since: '2026-03-02T08:00:00.000Z',
});

describe('the disks', () => {
  it('are ok while no finding says otherwise, and the line says of how many that is known', () => {
    expect(judgeDisks({ known, open: [finding('drift'), finding('not-eligible')] })).toEqual({
      subject: 'disks',
      verdict: 'ok',
      says: 'use known of 3 of 4 disks, 0 at 90 % or more; unknown of 1 disk (1 without an alert of the platform)',
      remedy: '',
    });
  });

  it('are a problem while one is full and cannot grow, and the most urgent is named first, with its remedy', () => {
    const open = [finding('maximum-soon', 'users'), finding('disk-full'), finding('disk-full', 'stock')];
    expect(judgeDisks({ known: { ...known, nearlyFull: 2 }, open })).toMatchObject({
      verdict: 'problem',
      says: expect.stringMatching(
        /^2 disks full or nearly full, without room to grow \(shop\/orders, shop\/stock\); 1 disk may soon stop growing \(shop\/users\); use known of/,
      ),
      remedy: 'headroom runbook when-a-disk-is-full',
    });
  });

  it('that have no room in their budget lead to what to do about that', () => {
    const open = [finding('disk-fills-up', 'orders', { budget: 'storage' })];
    expect(judgeDisks({ known, open }).remedy).toBe('headroom runbook when-a-disk-fills-up');
  });

  it('need attention while one may soon have no room', () => {
    const open = [finding('maximum-soon')];
    expect(judgeDisks({ known, open })).toMatchObject({ verdict: 'attention', remedy: 'headroom runbook maximumsoon' });
  });

  it('are never ok while nothing is known of them, or the platform lists no alerts of a project', () => {
    expect(judgeDisks({ known: null, open: [] })).toMatchObject({
      verdict: 'attention',
      says: 'unknown: no run has described the organization yet',
    });
    expect(judgeDisks({ known, open: [finding('alerts-unlisted', '')] })).toMatchObject({
      verdict: 'attention',
      says: expect.stringMatching(/^full disks are known late in 1 project \(shop\); use known of/),
    });
    expect(judgeDisks({ known: null, open: [finding('disk-full')] }).verdict).toBe('problem');
  });

  it.each(diskTroubles)(
    'that are $text ($code) lead to a section of the runbook, and are as severe as the finding',
    (trouble) => {
      const { remedy } = judgeDisks({ known, open: [finding(trouble.code)] });
      expect(sections.map((name) => `headroom runbook ${name}`)).toContain(remedy);
      expect(severityOf(trouble.code) === 'error').toBe(trouble.isNow);
    },
  );
});
