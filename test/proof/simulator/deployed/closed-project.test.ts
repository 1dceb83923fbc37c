import { describe, expect, it } from 'vitest';
import { approvingAll, untouched } from '../../../simulator/deployed/enforcement.ts';
import { settledPolicy, settledScenario } from '../../../simulator/deployed/organization.ts';
import { beginDeployed } from '../../../simulator/deployed/simulate-deployed.ts';

/** Seven hours with what a person would try by hand: a project closed to the token, one approval, new services. */
const liveSevenHours = async () => {
  const size = { projects: 20, services: 60 };
  const settled = settledScenario(1, size);
  const forbidden = settled.projects[7]?.name ?? '';
  const { life, liveDays, end } = await beginDeployed({
    ...{ seed: 1, size, days: 0.3, callsPerMinute: 100, approvesOnce: true, newcomersPerDay: 2, forbidden },
    scenario: untouched(settled),
    policy: approvingAll(settledPolicy(1, settled)),
  });
  await liveDays(0.3);
  return { done: await end(), closed: life.platform.edge.state.projects.get(forbidden) };
};

describe('seven hours with a project closed to the token', () => {
  const lived = liveSevenHours();

  it('fails no run and breaks no law, and one approval carries its plan through', async () => {
    const { done } = await lived;
    expect([done.violations, done.failedRuns]).toEqual([[], 0]);
    const { approvals, approved = 0, enforced = 0, notOffered = 0, hours } = done.enforcement ?? {};
    expect([approvals, enforced + notOffered]).toEqual([1, approved]);
    expect(enforced).toBeGreaterThan(0);
    expect(hours).toBeLessThanOrEqual(2);
  });

  it('changes nothing in that project', async () => {
    const { closed } = await lived;
    expect([closed?.endpoints.size, closed?.integrations.size]).toEqual([0, 0]);
    expect(closed?.services.size).toBeGreaterThan(0);
  });
});
