import { describe, expect, it } from 'vitest';
import { PlatformAnswerInvalid } from '../../lib/contract/errors.ts';
import type { ListedProject, ListedService, Platform } from '../../lib/ports.ts';
import { readIndex } from '../../lib/run/inventory/index-of-readings.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { readObject } from '../../lib/run/store/objects.ts';
import { runOnce } from './filled-store.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { withProjectList } from './project-list.ts';
import { enableAll, even } from './scenarios.ts';

const half = String.fromCharCode(0xd800);

type Way = (first: ListedService) => readonly ListedService[];

/** Shows every service as it is, but the first one of project-0 in the first way, that of project-1 in the second, and so on. */
const withServices = ({ ports }: LocalHeadroom, ...ways: readonly Way[]): Platform => ({
  ...ports.platform,
  listServices: async (project) => {
    const services = await ports.platform.listServices(project);
    const way = ways[Number(project.replace('project-', ''))];
    return way === undefined ? services : services.flatMap((one, place) => (place === 0 ? way(one) : [one]));
  },
});

const withProjects = (
  { ports }: LocalHeadroom,
  spoil: (first: ListedProject) => readonly ListedProject[],
): Platform => ({
  ...ports.platform,
  listProjects: withProjectList(ports.platform, (listed) =>
    listed.flatMap((one) => (one.name === 'project-0' ? spoil(one) : [one])),
  ),
});

const endpointsOf = (headroom: LocalHeadroom) =>
  headroom.platform.state().projects.map(({ endpoints }) => endpoints.map(({ name }) => name).sort());

describe('a record of a service that makes no sense', () => {
  const rows: readonly (readonly [string, Way, string])[] = [
    ['a disk beyond all disks', (first) => [{ ...first, diskMb: 1e308 }], 'its disk size is 1e+308 MB'],
    ['a disk below nothing', (first) => [{ ...first, diskMb: -1 }], 'its disk size is -1 MB'],
    ['no number for a disk', (first) => [{ ...first, diskMb: Number.NaN }], 'its disk size is NaN MB'],
    ['a service listed twice', (first) => [first, { ...first, diskMb: 1 }], 'the platform lists it twice'],
    ['a tag with half a character', (first) => [{ ...first, tags: { a: half } }], 'one of its tags contains half'],
    [
      'a plan with half a character',
      (first) => [{ ...first, plan: half }],
      'its name, type, plan, cloud or state contains half',
    ],
    ['no plan', (first) => [{ ...first, plan: '' }], 'it has no plan'],
    ['no type', (first) => [{ ...first, type: '' }], 'it has no type'],
    ['no state', (first) => [{ ...first, state: '' }], 'it has no state'],
    ['a plan that leads elsewhere', (first) => [{ ...first, plan: '..' }], 'its plan is ".."'],
    [
      'half a character, and no tags',
      (first) => [{ ...first, state: half, tags: null }],
      'its name, type, plan, cloud or state contains half',
    ],
  ];
  const ways = rows.map(([, make]) => make);
  const budget = `budgets: [{ name: all, match: { project: '*' }, monthly: "9000.00", rest: share }]\n`;

  it.each([
    ['', ''],
    [', with a budget', budget],
  ])('is a finding%s, while all others get what policy says', async (_, more) => {
    const headroom = await startHeadroom(even(rows.length, 2), enableAll(200, more));
    const ports = { ...headroom.ports, platform: withServices(headroom, ...ways) };
    const { plan, outcome, results } = await runOnce(ports, 'run-1');
    expect([outcome, results.map(({ service }) => service)]).toEqual([
      'applied',
      Array(2 * rows.length).fill('service-1'),
    ]);
    const foundIn = (project: string) => plan?.findings.filter((finding) => finding.project === project);
    for (const [at, [what, , problem]] of rows.entries())
      expect([what, foundIn(`project-${at}`)]).toEqual([
        what,
        [
          expect.objectContaining({
            code: 'record-invalid',
            service: 'service-0',
            message: expect.stringContaining(problem),
          }),
        ],
      ]);
    expect(plan?.findings).toHaveLength(rows.length);
    expect((await headroom.counted(() => runOnce(ports, 'run-2'))).writes).toBe(0);
  });

  it("because its cloud is unknown keeps the policy's price, and concerns no other service", async () => {
    const headroom = await startHeadroom(even(2, 2), enableAll(200, `${budget}prices: { default: "0.30" }\n`));
    const platform = withServices(headroom, (first) => [{ ...first, cloud: '' }]);
    const { plan, outcome, results } = await runOnce({ ...headroom.ports, platform }, 'run-1');
    expect([outcome, results.length]).toEqual(['applied', 8]);
    const { shares = [] } = plan?.budgets[0] ?? {};
    expect(shares.map(({ perGbMonth }) => perGbMonth === '0.30')).toEqual([true, false, false, false]);
  });

  it('counts in its budget with what it has, also where the list omits its integrations', async () => {
    const headroom = await startHeadroom(even(2, 2), enableAll(200, budget));
    await runOnce(headroom.ports, 'run-1');
    const platform = withServices(headroom, (first) => [{ ...first, state: '', integrations: null }]);
    const { plan } = await runOnce({ ...headroom.ports, platform }, 'run-2');
    expect(plan?.findings.map(({ code }) => code)).toEqual(['record-invalid']);
    expect(plan?.budgets[0]?.shares.map(({ gb }) => gb)).toEqual([200, 200, 200, 200]);
  });

  it('costs the service nothing that it has: neither its endpoint nor the history of its sizes', async () => {
    const headroom = await startHeadroom(even(rows.length, 2), enableAll(200));
    await runOnce(headroom.ports, 'run-1');
    const before = endpointsOf(headroom);
    headroom.pass(24 * 60 * 60 * 1000);
    await headroom.store.put(keys.policy, enableAll(100));
    const { plan } = await runOnce({ ...headroom.ports, platform: withServices(headroom, ...ways) }, 'run-2');
    expect(plan?.changes.map(({ service }) => service)).toEqual(Array(rows.length).fill('service-1'));
    expect(endpointsOf(headroom)).toEqual(before);
    for (const [at, [what]] of rows.entries()) {
      const history = await readObject<{ services: { name: string }[] }>(headroom.store, keys.history(`project-${at}`));
      expect([what, history?.services.map(({ name }) => name)]).toEqual([what, ['service-0', 'service-1']]);
    }
  });

  it('because it has no name deletes no endpoint: it may be that of any service', async () => {
    const headroom = await startHeadroom(even(2, 2), enableAll(200));
    for (const id of ['run-1', 'run-2']) await runOnce(headroom.ports, id);
    const before = endpointsOf(headroom);
    const platform = withServices(headroom, (first) => [{ ...first, name: '' }]);
    const { plan, results } = await runOnce({ ...headroom.ports, platform }, 'run-3');
    expect([results, endpointsOf(headroom)]).toEqual([[], before]);
    expect(plan?.findings.map(({ code, project, service }) => [code, project, service])).toEqual([
      ['record-invalid', 'project-0', '(no name)'],
      ['record-invalid', 'project-0', 'service-0'],
    ]);
  });

  it('because one of its integrations cannot be read changes nothing of it, and its money counts', async () => {
    const headroom = await startHeadroom(even(2, 2), enableAll(200, budget));
    await runOnce(headroom.ports, 'run-1');
    const allocated = async (run: string, platform: Platform) =>
      (await runOnce({ ...headroom.ports, platform }, run)).plan?.budgets[0]?.allocatedMonthly;
    const whole = await allocated('run-2', headroom.ports.platform);
    const problem = 'one of its integrations is odd';
    const platform = withServices(headroom, (first) => [{ ...first, integrations: [], problem }]);
    expect(await allocated('run-3', platform)).toBe(whole);
    await headroom.store.put(keys.policy, enableAll(100, budget));
    const { plan } = await runOnce({ ...headroom.ports, platform }, 'run-4');
    expect(plan?.changes.map(({ project, service }) => `${project}/${service}`)).toEqual([
      'project-0/service-1',
      'project-1/service-0',
      'project-1/service-1',
    ]);
  });

  it('because its integrations cannot be asked for concerns no other service', async () => {
    const headroom = await startHeadroom(even(2, 2), enableAll(200));
    const platform: Platform = {
      ...withServices(headroom, (first) => [{ ...first, integrations: null }]),
      listServiceIntegrations: async () => {
        throw new PlatformAnswerInvalid('an odd integration', { method: 'GET', path: '/integration' });
      },
    };
    const { plan, results } = await runOnce({ ...headroom.ports, platform }, 'run-1');
    expect(results).toHaveLength(6);
    expect(plan?.findings).toMatchObject([{ code: 'record-invalid', project: 'project-0', service: 'service-0' }]);
    expect(plan?.findings[0]?.message).toContain('an odd integration');
  });

  it('with half a character in its name concerns no other service, and deletes no endpoint but of what is gone', async () => {
    const headroom = await startHeadroom(even(2, 2), enableAll(200));
    const platform = withServices(headroom, (first) => [first, { ...first, name: `x${half}` }]);
    const { plan, outcome } = await runOnce({ ...headroom.ports, platform }, 'run-1');
    expect([outcome, endpointsOf(headroom)]).toEqual([
      'applied',
      Array(2).fill(['headroom-service-0', 'headroom-service-1']),
    ]);
    expect(plan?.findings.map(({ code, service }) => [code, service])).toEqual([['record-invalid', 'x\ufffd']]);
  });
});

describe('a record of a project that makes no sense', () => {
  it('because its tags cannot be read, also when they are asked for, concerns that project alone', async () => {
    const headroom = await startHeadroom(even(3, 2), enableAll(200));
    const listed = withProjects(headroom, (first) => [{ ...first, tags: null }]);
    const platform: Platform = {
      ...listed,
      listProjectTags: async () => {
        throw new PlatformAnswerInvalid('tags.a: expected string', { method: 'GET', path: '/project/project-0/tags' });
      },
    };
    const { outcome, unread } = await runOnce({ ...headroom.ports, platform }, 'run-1');
    expect([outcome, endpointsOf(headroom)[0], endpointsOf(headroom)[1]?.length]).toEqual(['partial', [], 2]);
    expect(unread).toEqual([
      { project: 'project-0', error: 'RecordInvalid', message: expect.stringContaining('tags.a: expected string') },
    ]);
  });

  it.each([
    ['a project listed twice', (first: ListedProject) => [first, first], 'project-0', 'lists it twice'],
    [
      'a tag',
      (first: ListedProject) => [{ ...first, tags: { [half]: 'a' } }],
      'project-0',
      'contains half a character',
    ],
    ['a name', (first: ListedProject) => [{ ...first, name: half }], '\ufffd', 'contains half a character'],
  ])(
    '(%s) leaves the project alone with a finding, while all others get what policy says',
    async (_, spoil, name, why) => {
      const headroom = await startHeadroom(even(3, 2), enableAll(200));
      const { plan, outcome, unread } = await runOnce(
        { ...headroom.ports, platform: withProjects(headroom, spoil) },
        'run-1',
      );
      expect([outcome, endpointsOf(headroom)[0], endpointsOf(headroom)[1]?.length]).toEqual(['partial', [], 2]);
      expect(unread.map(({ project }) => project)).toEqual([name]);
      const [finding] = plan?.findings ?? [];
      expect(finding).toMatchObject({ code: 'project-unread', project: name });
      expect(finding?.message).toContain(why);
    },
  );

  it('and has no id is a finding; a known project that the list then lacks keeps its last reading and all others go on', async () => {
    const headroom = await startHeadroom(even(3, 2), enableAll(200));
    const platform = withProjects(headroom, () => [{ name: '', tags: null }]);
    const first = await runOnce({ ...headroom.ports, platform }, 'run-1');
    expect([first.outcome, first.unread]).toEqual(['applied', []]);
    expect(endpointsOf(headroom).map(({ length }) => length)).toEqual([0, 2, 2]);
    expect(first.plan?.findings).toMatchObject([{ code: 'record-invalid', project: '', service: '' }]);
    expect(first.plan?.findings[0]?.message).toContain('1 project without an id');

    await runOnce(headroom.ports, 'run-2');
    const { plan, outcome, unread } = await runOnce({ ...headroom.ports, platform }, 'run-3');
    expect([outcome, unread.map(({ project }) => project)]).toEqual(['partial', ['project-0']]);
    expect(plan?.findings.map(({ code, project }) => [code, project])).toEqual([
      ['record-invalid', ''],
      ['project-unread', 'project-0'],
    ]);
    const { indexed: known } = await readIndex(headroom.ports.store, headroom.ports.platform.organization);
    expect([...known.keys()]).toContain('project-0');
  });
});
