import { expect, it } from 'vitest';
import type { Platform } from '../../lib/ports.ts';
import { type LocalHeadroom, operatorToken, startHeadroom } from './local-headroom.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';
import { maximums, policy, shared } from './shared-budget.ts';

const project = 'shop';
const services = ['orders', 'billing', 'search'];

/** Three services that a run has enabled. */
const afterEnabling = async (): Promise<LocalHeadroom> => {
  const headroom = await startHeadroom(
    organizationOf([{ name: project, services: services.map((name) => pg(name)) }, { name: 'other' }]),
    enableAll(100),
  );
  expect((await headroom.reconcile()).outcome).toBe('applied');
  return headroom;
};

/** The platform answers these of its lists without an error and without anything in them, for one project. */
const emptied = (
  { ports }: LocalHeadroom,
  lists: readonly ('listServices' | 'listEndpoints')[],
  of = project,
): Platform => ({
  ...ports.platform,
  listServices: async (asked) =>
    asked === of && lists.includes('listServices') ? [] : ports.platform.listServices(asked),
  listEndpoints: async (asked) =>
    asked === of && lists.includes('listEndpoints') ? [] : ports.platform.listEndpoints(asked),
});

const countOf = async ({ ports }: LocalHeadroom) => (await ports.platform.listEndpoints(project)).length;

it.each<[('listServices' | 'listEndpoints')[], string]>([
  [['listServices'], 'no services, but its history has 3'],
  [['listEndpoints'], 'no endpoints, but its services have 3 integrations'],
  [['listServices', 'listEndpoints'], 'no services, but its history has 3'],
])(
  '%j empty once: nothing is changed, the report says so, and the next run finds all as it was',
  async (lists, said) => {
    const headroom = await afterEnabling();
    const { result, writes } = await headroom.counted(() =>
      headroom.reconcile({ ports: { platform: emptied(headroom, lists) } }),
    );
    expect([result.outcome, writes]).toEqual(['partial', 0]);
    expect(result.unread).toMatchObject([{ project, error: 'ListEmptied' }]);
    expect(result.plan?.findings).toMatchObject([
      { code: 'project-unread', project, message: expect.stringContaining(said) },
    ]);
    expect(await countOf(headroom)).toBe(3);
    const next = await headroom.counted(() => headroom.reconcile());
    expect([next.result.outcome, next.reads, next.writes]).toEqual(['nothing', 1 + 3 + 2, 0]);
  },
);

it('a list that is full between two empty ones is in doubt again, also on one day', async () => {
  const headroom = await afterEnabling();
  for (const _turn of [1, 2]) {
    expect((await headroom.reconcile()).outcome).toBe('nothing');
    const empty = await headroom.reconcile({ ports: { platform: emptied(headroom, ['listServices']) } });
    expect(empty.unread).toMatchObject([{ project, error: 'ListEmptied' }]);
  }
  expect(await countOf(headroom)).toBe(3);
});

it('an emptied project is accepted by the second run, which deletes unused endpoints', async () => {
  const headroom = await afterEnabling();
  for (const name of services) {
    const headers = { authorization: `Bearer ${operatorToken}` };
    const service = `${headroom.platform.url}/v1/project/${project}/service/${name}`;
    expect((await fetch(service, { method: 'DELETE', headers })).status).toBe(200);
  }
  expect([(await headroom.reconcile()).outcome, await countOf(headroom)]).toEqual(['partial', 3]);
  expect([(await headroom.reconcile()).outcome, await countOf(headroom)]).toEqual(['applied', 0]);
  expect((await headroom.reconcile()).outcome).toBe('nothing');
});

it('the budget that a project shares counts its last reading while the lists are in doubt', async () => {
  const headroom = await startHeadroom(shared, policy('100.00'));
  await headroom.reconcile();
  const before = maximums(headroom);
  const report = await headroom.reconcile({ ports: { platform: emptied(headroom, ['listServices'], 'b') } });
  expect(report.plan?.findings.map(({ code }) => code)).toEqual(['project-unread']);
  expect(maximums(headroom)).toEqual(before);
});

it('what Headroom itself has disabled to the last service is believed at once', async () => {
  const headroom = await afterEnabling();
  await headroom.store.put(
    'policy.yaml',
    enableAll(100).replace('effect: enable, maxAdditionalGb: 100', 'effect: disable'),
  );
  expect([(await headroom.reconcile()).outcome, await countOf(headroom)]).toEqual(['applied', 0]);
  expect((await headroom.reconcile()).outcome).toBe('nothing');
});
