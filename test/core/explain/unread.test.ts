import { describe, expect, it } from 'vitest';
import { explainUnread } from '../../../lib/core/explain/explain.ts';
import { explanationLines } from '../../../lib/core/explain/lines.ts';
import { olderReading } from '../../../lib/core/explain/older-reading.ts';
import type { Rule } from '../../../lib/core/model/policy-document.ts';
import { aPolicy, enableAll, planOf } from '../organization.ts';

const rules: Rule[] = [{ ...enableAll(100), name: 'production', match: { project: ['*-prod'] } }];

describe('the explanation of a service in a project that could not be read', () => {
  it('shows for a service of an unread project that there is no decision, and why', () => {
    const unread = [{ project: 'shop-prod', error: 'PlatformUnavailable', message: 'no answer' }];
    const policy = aPolicy({ rules });
    const { plan } = planOf([], { policy, unread });
    const project = { name: 'shop-prod', tags: { env: 'prod' } };
    const lines = explanationLines(explainUnread(policy, { project }, 'orders', plan));
    expect(lines[0]).toBe('shop-prod/orders stays unchanged: its project could not be read.');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Tags: env=prod (project)',
        '  not tried "production": its project could not be read',
        'Actual: unknown',
        expect.stringContaining('project-unread: The project could not be read, so nothing in it is changed'),
      ]),
    );
  });

  it('names for it the findings of its project, and none of other projects or services', () => {
    const policy = aPolicy({ rules });
    const { plan } = planOf([], { policy, unread: [{ project: 'shop', error: 'PlatformForbidden', message: '403' }] });
    const of = (project: string, service: string) => ({
      code: 'drift' as const,
      project,
      service,
      message: 'Changed.',
    });
    const findings = [...plan.findings, of('crm', ''), of('shop', 'users')];
    const facts = { project: { name: 'shop', tags: {} } };
    const explanation = explainUnread(policy, facts, 'orders', { ...plan, findings });
    expect(explanation).toMatchObject({
      project: 'shop',
      service: 'orders',
      overrides: [],
      record: [],
      search: [],
      changes: [],
    });
    expect(explanation.rules.some(({ tried, matched }) => tried || matched)).toBe(false);
    expect(explanation.decision).toMatchObject({ project: 'shop', service: 'orders', effect: 'ignore' });
    const managed = explanationLines({ ...explanation, managedBy: 'terraform' }).join('\n');
    expect(managed).toContain('Configuration: managed by terraform, so Headroom neither removes the autoscaler');
    expect(explanationLines(explanation).join('\n')).not.toContain('Configuration:');
    expect(explanation.findings.map(({ code }) => code)).toEqual(['project-unread']);
  });

  it('says how old the last reading is where there is none of this run', () => {
    const policy = aPolicy({ rules });
    const { plan } = planOf([], { policy, unread: [{ project: 'shop', error: 'PlatformForbidden', message: '403' }] });
    const last = olderReading('2026-03-02T06:00:00.000Z', '2026-03-02T09:00:00.000Z');
    const linesOf = (reading: typeof last) =>
      explanationLines(explainUnread(policy, { project: { name: 'shop', tags: {} }, last: reading }, 'orders', plan));
    expect(linesOf(last)[1]).toBe('Reading: 3 hours old (2026-03-02T06:00:00.000Z); only budgets use it');
    expect(linesOf(undefined).join()).not.toContain('Reading:');
    expect(olderReading('2026-03-02T09:00:00.000Z', '2026-03-02T09:00:00.000Z')).toBeUndefined();
  });
});
