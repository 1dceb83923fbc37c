import { expect, it } from 'vitest';
import { dayMs, hourMs } from '../../lib/core/model/durations.ts';
import type { Platform } from '../../lib/ports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import type { ReportObject } from '../../lib/run/store/run-objects.ts';
import { startHeadroom } from './local-headroom.ts';
import { withProjectList } from './project-list.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';
import { exposure, maximums, money, policy, shared } from './shared-budget.ts';
import { hourly, newcomer } from './stepped-run.ts';

const budget = '100.00';
const code = 'project-unlisted';

/** Findings about projects, without what the policy names and no service has. */
const ofProjects = (report: ReportObject) =>
  report.plan?.findings.filter((finding) => finding.code !== 'rule-matches-nothing');

/** Projects a and b have autoscalers by one budget; then the platform lists only some projects. */
const lessListed = async (listed: (name: string) => boolean, beyond = 0) => {
  const headroom = await startHeadroom(shared, policy(budget));
  await headroom.reconcile({ input: hourly });
  const { platform } = headroom.ports;
  const less: Platform = {
    ...platform,
    listProjects: async () => ({
      projects: (await platform.listProjects()).projects.filter(({ name }) => listed(name)),
      beyond,
    }),
  };
  const pass = (afterMs: number, input: unknown = hourly) => {
    headroom.pass(afterMs);
    return headroom.counted(() => headroom.reconcile({ input, ports: { platform: less } }));
  };
  return { headroom, pass };
};

it('a project that is no longer listed keeps its money, and it is said: the token may have lost its role in it', async () => {
  const { headroom, pass } = await lessListed((name) => name !== 'b');
  const before = maximums(headroom);
  for (const input of [hourly, [{ ...newcomer, detail: { project: 'a', service: 'big' } }], hourly]) {
    const { result, writes } = await pass(hourMs, input);
    expect([result.outcome, writes]).toEqual(['nothing', 0]);
    expect(result.plan?.findings).toEqual([
      expect.objectContaining({ code, project: 'b', message: expect.stringContaining('until 2026-03-09') }),
    ]);
  }
  expect(maximums(headroom)).toEqual(before);
  expect(exposure(headroom)).toBeLessThanOrEqual(money(budget));
});

it('a full disk without an autoscaler is not over because its project is no longer listed', async () => {
  const scenario = organizationOf([
    { name: 'a', services: [pg('small')] },
    { name: 'b', services: [pg('full', { usedGb: 77 }), pg('small')] },
  ]);
  const headroom = await startHeadroom(scenario, policy(budget).replace('mode: enforce', 'mode: observe'));
  await headroom.control('advance', { seconds: 60 });
  headroom.pass(60_000);
  await headroom.reconcile({ input: hourly });
  const { platform } = headroom.ports;
  const listProjects = withProjectList(platform, (all) => all.filter(({ name }) => name !== 'b'));
  const events = headroom.events.length;
  const report = await headroom.reconcile({ input: hourly, ports: { platform: { ...platform, listProjects } } });
  const codes = ofProjects(report)?.map((finding) => `${finding.code} ${finding.project}/${finding.service}`);
  expect(codes).toEqual([`${code} b/`, 'disk-full b/full']);
  expect(headroom.events.slice(events).map(({ type }) => type)).not.toContain('Recovered');
});

it('a maximum that is reached is over a week after its project is no longer listed, and not before', async () => {
  const scenario = organizationOf([
    { name: 'a', services: [pg('small')] },
    { name: 'b', services: [pg('grown', { usedGb: 70, growthGbPerDay: 60 })] },
  ]);
  const headroom = await startHeadroom(scenario, enableAll(40));
  const { platform } = headroom.ports;
  const listProjects = withProjectList(platform, (all) => all.filter(({ name }) => name !== 'b'));
  const endsAfter = async (ms: number, ports = {}) => {
    headroom.events.length = 0;
    headroom.pass(ms);
    await headroom.reconcile({ ports });
    return headroom.events.flatMap(({ type, detail }) => (type === 'Recovered' ? [detail.from] : []));
  };
  await headroom.reconcile();
  await headroom.platform.advance(dayMs / 1000);
  await endsAfter(0);
  const less = { platform: { ...platform, listProjects } };
  expect(await endsAfter(hourMs, less)).toEqual([]);
  expect(await endsAfter(6 * dayMs, less)).toEqual([]);
  expect((await endsAfter(dayMs, less)).toSorted()).toEqual(['DiskFillsUp', 'MaximumReached']);
});

it('a project that is not listed for a week counts as deleted', async () => {
  const { pass } = await lessListed((name) => name !== 'b');
  await pass(hourMs);
  const { result } = await pass(7 * dayMs);
  expect([result.outcome, ofProjects(result)]).toEqual(['applied', []]);
  // Now the budget of the policy names a project that is gone.
  expect(result.plan?.findings.map((finding) => finding.code)).toEqual(['rule-matches-nothing']);
});

it('a project that is listed again is as it was, and of one without an autoscaler it is said that nothing is known of its disks', async () => {
  let isListed = false;
  const { headroom, pass } = await lessListed((name) => isListed || name !== 'b');
  await pass(hourMs);
  isListed = true;
  const { result, writes } = await pass(hourMs);
  expect([result.outcome, writes, result.plan?.findings]).toEqual(['nothing', 0, []]);
  await headroom.store.put(
    keys.policy,
    policy(budget).replaceAll(/effect: enable, maxAdditionalGb: \d+(, weight: 2)?/g, 'effect: disable'),
  );
  await pass(hourMs);
  await pass(hourMs);
  isListed = false;
  expect(ofProjects((await pass(hourMs)).result)).toEqual([
    expect.objectContaining({
      code,
      project: 'b',
      message: expect.stringContaining('Nothing is known of its 2 disks'),
    }),
  ]);
});

it('while the platform lists only a part of the projects, the listed ones go on and no other counts as gone', async () => {
  const { headroom, pass } = await lessListed((name) => name !== 'b', 1);
  const before = maximums(headroom);
  for (const afterMs of [hourMs, 8 * dayMs]) {
    const { result, writes } = await pass(afterMs);
    expect([writes, result.unread.map(({ project }) => project)]).toEqual([0, ['b']]);
    expect(result.plan?.findings.map(({ code, project }) => [code, project])).toEqual([
      ['projects-unlisted', ''],
      ['project-unread', 'b'],
    ]);
    expect(result.plan?.findings[1]?.message).toContain('its last record counts in budgets');
  }
  expect(maximums(headroom)).toEqual(before);
});
