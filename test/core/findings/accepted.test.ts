import { describe, expect, it } from 'vitest';
import { acceptFindings } from '../../../lib/core/findings/accepted.ts';
import type { Finding } from '../../../lib/core/model/decision.ts';
import type { FindingCode } from '../../../lib/core/model/findings/findings.ts';
import type { Acceptance } from '../../../lib/core/model/policy-document.ts';
import { aPolicy, aService, aSnapshot, planOf, today } from '../organization.ts';

const snapshots = [
  aSnapshot({ tags: { team: 'shop' }, services: [aService(), aService({ name: 'cache', type: 'valkey' })] }),
];
const finding = (code: FindingCode, service = 'orders', project = 'shop-prod'): Finding => ({
  code,
  project,
  service,
  message: 'text',
});
const acceptance = (part: Partial<Acceptance> = {}): Acceptance => ({
  code: 'disk-full',
  match: { service: ['orders'] },
  until: today,
  reason: 'moves away',
  ...part,
});
const codes = (acceptances: Acceptance[], findings: Finding[]) => {
  const sorted = acceptFindings(acceptances, findings, snapshots, today);
  return [sorted.findings.map(({ code }) => code), sorted.accepted.map(({ code }) => code)];
};

describe('an accepted finding', () => {
  it('is separated, with the last day and the reason of its acceptance', () => {
    const { findings, accepted } = acceptFindings([acceptance()], [finding('disk-full')], snapshots, today);
    expect(findings).toEqual([]);
    expect(accepted).toEqual([{ ...finding('disk-full'), until: today, reason: 'moves away' }]);
  });

  it('returns on the day after the last one', () => {
    expect(codes([acceptance({ until: '2030-06-14' })], [finding('disk-full')])).toEqual([['disk-full'], []]);
  });

  it('has the code and a service of its acceptance, by name, type and the tags of service and project', () => {
    const both = [finding('disk-full'), finding('autoscaler-stuck'), finding('disk-full', 'cache')];
    expect(codes([acceptance()], both)).toEqual([['autoscaler-stuck', 'disk-full'], ['disk-full']]);
    expect(codes([acceptance({ match: { serviceType: ['valkey'] } })], both)[1]).toHaveLength(1);
    expect(codes([acceptance({ match: { tags: { team: ['sh*'] } } })], both)[1]).toHaveLength(2);
  });

  it('about a project or the organization needs a match of projects only', () => {
    const whole = finding('budget-exceeded', '', '');
    expect(codes([acceptance({ code: 'budget-exceeded', match: { project: ['*'] } })], [whole])[1]).toHaveLength(1);
    expect(codes([acceptance({ code: 'budget-exceeded', match: { service: ['*'] } })], [whole])[1]).toHaveLength(0);
  });

  it.each(['mode-unreadable', 'freeze-unreadable', 'project-unread', 'store-damaged'] as const)(
    'is never one that stops or narrows runs: %s',
    (code) => {
      expect(codes([acceptance({ code, match: { project: ['*'] } })], [finding(code)])).toEqual([[code], []]);
    },
  );

  it('is beside the findings of the plan, and absent from a plan without acceptances', () => {
    const policy = aPolicy({ accept: [acceptance({ code: 'not-eligible', match: { service: ['cache'] } })] });
    const accepting = planOf(snapshots, { policy }).plan;
    expect(accepting.findings).toEqual([]);
    expect(accepting.accepted).toMatchObject([{ code: 'not-eligible', service: 'cache' }]);
    expect(planOf(snapshots).plan).not.toHaveProperty('accepted');
  });
});
