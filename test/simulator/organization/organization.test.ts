import { describe, expect, it } from 'vitest';
import { completeScenario } from '../../../lib/platform/scenario/scenario.ts';
import { canGrow } from './catalogue.ts';
import { drawnScenario } from './organization.ts';

const drawn = (projects: number, services: number, seed = 3) =>
  completeScenario(drawnScenario(seed, { projects, services }));

describe('a drawn organization', () => {
  it.each([
    [1, 5],
    [4, 30],
    [300, 5_000],
  ])('of %d projects and %d services is one that the platform serves', (projects, services) => {
    const scenario = drawn(projects, services);
    expect(scenario.projects).toHaveLength(projects);
    expect(scenario.projects.flatMap((project) => project.services)).toHaveLength(services);
  });

  it('is the same for a seed and another for another seed', () => {
    expect(drawn(4, 30)).toEqual(drawn(4, 30));
    expect(drawn(4, 30, 4)).not.toEqual(drawn(4, 30));
  });

  it('has projects of every size, and services of every type, size, state and owner', () => {
    const { projects, plans } = drawn(40, 800);
    const services = projects.flatMap((project) => project.services);
    const some = (what: (service: (typeof services)[number]) => boolean) =>
      services.filter(what).length / services.length;
    const sizes = projects.map((project) => project.services.length);
    expect(Math.max(...sizes)).toBeGreaterThan(3 * Math.min(...sizes));
    expect(new Set(services.map(({ type, plan }) => `${type}/${plan}`)).size).toBe(plans.length);
    expect(some(({ state }) => state === 'POWEROFF')).toBeGreaterThan(0.01);
    expect(some(({ type, plan, cloud }) => !canGrow({ type, name: plan }, cloud))).toBeGreaterThan(0.1);
    expect(some(({ tags }) => 'team' in tags || 'owner' in tags)).toBeGreaterThan(0.3);
    expect(some(({ tags }) => Object.keys(tags).some((key) => key.startsWith('disk-autoscaler')))).toBeGreaterThan(0.1);
    expect(new Set(services.map(({ diskGb }) => diskGb)).size).toBeGreaterThan(30);
  });

  it('has autoscalers before Headroom: those of people, and those that Headroom once made', () => {
    const { projects } = drawn(40, 800);
    const used = projects.flatMap(({ integrations }) => integrations.filter(({ type }) => type === 'autoscaler'));
    expect(used.filter(({ endpoint }) => endpoint === 'by-hand').length).toBeGreaterThan(5);
    expect(used.filter(({ endpoint }) => endpoint.startsWith('headroom-')).length).toBeGreaterThan(5);
    expect(projects.some(({ endpoints }) => endpoints.some(({ name }) => name === 'headroom-left-behind'))).toBe(true);
  });

  it('begins shortly before a day that calendars stumble over', () => {
    const starts = Array.from({ length: 60 }, (_, seed) => drawnScenario(seed, { projects: 1, services: 1 }).startTime);
    const crosses = (moment: string) => {
      const ms = Date.parse(moment) - 1;
      return starts.some((start) => Date.parse(start) <= ms && ms < Date.parse(start) + 8 * 86_400_000);
    };
    for (const moment of ['2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-03-08T10:00Z', '2027-01-01', '2028-03-01']) {
      expect([moment, crosses(moment)]).toEqual([moment, true]);
    }
  });
});
