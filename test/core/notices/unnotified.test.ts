import { describe, expect, it } from 'vitest';
import type { FindingCode } from '../../../lib/core/model/findings/findings.ts';
import type { Notify } from '../../../lib/core/model/policy-document.ts';
import { unnotified, unnotifiedCodes } from '../../../lib/core/notices/unnotified.ts';

const entry = (match: Notify['match']): Notify => ({ channel: 'team', match });
const severities = (...entries: Notify[]) => unnotifiedCodes(entries).map(({ severity }) => severity);

describe('kinds of findings of which no channel is ever notified', () => {
  it('are none without channels, and with an entry for everything', () => {
    expect(unnotifiedCodes([])).toEqual([]);
    expect(unnotifiedCodes([entry({ owner: ['*'] })])).toEqual([]);
  });

  it('are only the certain ones: a service may have the owner or the project that an entry names', () => {
    expect(severities(entry({ owner: ['storage-*'] }))).toEqual([]);
    expect(unnotifiedCodes([entry({ project: ['shop-*'] })])).toEqual([
      { severity: 'error', codes: ['run-failed', 'token-expiring', 'plan-needs-approval'] },
    ]);
  });

  it('are those of another urgency or code, by severity', () => {
    const urgent = unnotifiedCodes([entry({ urgent: true })]);
    expect(urgent.map(({ severity }) => severity)).toEqual(['error', 'warning']);
    expect(urgent[0]?.codes).toContain('store-damaged');
    expect(urgent.flatMap(({ codes }) => codes)).not.toContain('run-failed');
    expect(severities(entry({ urgent: true }), entry({ urgent: false }))).toEqual([]);
    const approvals = unnotifiedCodes([entry({ code: ['plan-needs-approval'] })]);
    expect(approvals[0]?.codes).toContain('run-failed');
    // A notice needs no action.
    expect(approvals.flatMap(({ codes }) => codes)).not.toContain('not-eligible');
  });
});

it('findings match no entry by their code, urgency or place, whatever their owner', () => {
  const finding = (code: FindingCode, project: string) => ({ code, project, service: project && 'orders' });
  const all = [finding('drift', 'shop-prod'), finding('disk-full', 'shop-prod'), finding('drift', 'pay')];
  const shop = entry({ owner: ['team-a'], project: ['shop-*'] });
  expect(unnotified([shop], all)).toEqual([all[2]]);
  expect(unnotified([entry({ urgent: true })], all)).toEqual([all[0], all[2]]);
  expect(unnotified([], all)).toEqual([]);
});
