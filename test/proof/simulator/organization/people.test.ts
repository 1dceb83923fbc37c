import { describe, expect, it } from 'vitest';
import { openPlatform } from '../../../../lib/platform/index.ts';
import { createTime } from '../../../simulator/engine/time.ts';
import { applyChange } from '../../../simulator/organization/apply-change.ts';
import { drawnScenario } from '../../../simulator/organization/organization.ts';
import { changesOf, type Register, type TimedChange } from '../../../simulator/organization/people.ts';

const scenario = drawnScenario(9, { projects: 4, services: 16 });
const startMs = Date.parse(scenario.startTime);

const livedBy = (seed: number, count: number): { readonly changes: TimedChange[]; readonly register: Register } => {
  const register: Register = new Map(
    scenario.projects.map(({ name, services = [] }) => [name, new Set(services.map((service) => service.name))]),
  );
  const days = Array.from({ length: count }, (_, day) => day);
  return { changes: days.flatMap((day) => changesOf(seed, day, startMs, register)), register };
};

const { changes } = livedBy(9, 365);

describe('people', () => {
  it('do in a year everything that they ever do', () => {
    const kinds = new Set(changes.map(({ change }) => change.kind));
    expect([...kinds].sort()).toEqual([
      'autoscaler-added',
      'cleaned-up',
      'disk-resized',
      'filled',
      'growth-changed',
      'integration-deleted',
      'maintenance-started',
      'maximum-edited',
      'mode-set',
      'policy-edited',
      'project-created',
      'project-deleted',
      'project-retagged',
      'service-created',
      'service-deleted',
      'service-moved',
      'service-powered',
      'service-retagged',
      'storage-removed',
    ]);
  });

  it('do the same for the same seed', () => {
    const { changes: again } = livedBy(9, 20);
    expect(again).toEqual(changes.slice(0, again.length));
    expect(livedBy(10, 20).changes).not.toEqual(again);
  });

  it('often act within two minutes of the moment at which passes begin', () => {
    const near = changes.filter(({ atMs }) => (atMs - startMs) % (6 * 3_600_000) < 120_000);
    expect(near.length / changes.length).toBeGreaterThan(0.05);
  });

  it('have code that sets the same maximum again every few hours', () => {
    const edits = [4, 5, 6]
      .flatMap((seed) => livedBy(seed, 60).changes)
      .flatMap(({ atMs, change }) =>
        change.kind === 'maximum-edited'
          ? [`${Math.floor((atMs - startMs) / 86_400_000)} ${change.project}/${change.service} ${change.gb}`]
          : [],
      );
    expect(edits.length - new Set(edits).size).toBeGreaterThan(5);
  });

  it('leave the platform with exactly the projects and services that the register has', () => {
    const time = createTime(startMs);
    const outside = { nowMs: time.now, sleep: time.sleep };
    const { edge } = openPlatform({ scenario, token: 'simulated-token', time: outside });
    const { changes: done, register: known } = livedBy(9, 150);
    for (const { atMs, change } of done) {
      edge.clock.advance(Math.max(0, atMs - edge.clock.nowMs()) / 1000);
      if ('project' in change) applyChange(edge, 9, change);
    }
    const services = [...edge.state.projects].map(([name, project]) => [name, [...project.services.keys()].sort()]);
    expect(Object.fromEntries(services)).toEqual(
      Object.fromEntries([...known].map(([name, names]) => [name, [...names].sort()])),
    );
    const ids = [...edge.state.projects.values()].flatMap(({ events }) => events.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
