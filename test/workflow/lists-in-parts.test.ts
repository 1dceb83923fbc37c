import { describe, expect, it } from 'vitest';
import type { Platform } from '../../lib/ports.ts';
import { type LocalHeadroom, operatorToken, startHeadroom } from './local-headroom.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';
import { exposure, maximums, money, policy, shared } from './shared-budget.ts';

const project = 'shop';
const services = ['billing', 'orders', 'search'];

/** Three services that a run has enabled. */
const afterEnabling = async (): Promise<LocalHeadroom> => {
  const headroom = await startHeadroom(
    organizationOf([{ name: project, services: services.map((name) => pg(name)) }, { name: 'other' }]),
    enableAll(100),
  );
  expect((await headroom.reconcile()).outcome).toBe('applied');
  return headroom;
};

/** Leaves out parts of the lists of one project, which are answered without an error. */
interface Cut {
  /** Kept of each list; absent: all. */
  readonly services?: number;
  readonly endpoints?: number;
  /** Whether the listed services have no integrations. */
  readonly integrations?: 'none';
}

const cutTo = ({ ports }: LocalHeadroom, cut: Cut, of = project): Platform => {
  const { platform } = ports;
  const kept = <T>(list: (asked: string) => Promise<T[]>, most = Number.POSITIVE_INFINITY) =>
    (async (asked: string) => {
      const all = (await list(asked)) as T[];
      return asked === of ? all.slice(0, most) : all;
    }) as never;
  const listServices = async (asked: string) => {
    const listed = await platform.listServices(asked);
    if (asked !== of || cut.integrations === undefined) return listed;
    return listed.map((service) => ({ ...service, integrations: [] }));
  };
  return {
    ...platform,
    listServices: kept(listServices, cut.services),
    listEndpoints: kept((asked: string) => platform.listEndpoints(asked), cut.endpoints),
  };
};

const countOf = async ({ ports }: LocalHeadroom) => (await ports.platform.listEndpoints(project)).length;

const remove = async ({ platform }: LocalHeadroom, path: string) => {
  const headers = { authorization: `Bearer ${operatorToken}` };
  expect((await fetch(`${platform.url}/v1/project/${path}`, { method: 'DELETE', headers })).status).toBe(200);
};

it.each<[Cut, string]>([
  [{ services: 0 }, 'service billing exists and is not listed'],
  [{ services: 2 }, 'service search exists and is not listed'],
  [{ endpoints: 0 }, 'exists and is not listed'],
  [{ endpoints: 2 }, 'exists and is not listed'],
  [{ integrations: 'none' }, 'service billing uses endpoint'],
  [{ integrations: 'none', endpoints: 0 }, 'service billing uses endpoint'],
  [{ services: 1, endpoints: 1 }, 'service orders exists and is not listed'],
])(
  'of lists cut to %j nothing is believed: the project is unread, and the next run finds all as it was',
  async (cut, said) => {
    const headroom = await afterEnabling();
    const { result, writes } = await headroom.counted(() =>
      headroom.reconcile({ ports: { platform: cutTo(headroom, cut) } }),
    );
    expect([result.outcome, writes]).toEqual(['partial', 0]);
    expect(result.unread).toMatchObject([{ project, error: 'ListIncomplete' }]);
    expect(result.plan?.findings).toMatchObject([
      { code: 'project-unread', project, message: expect.stringContaining(said) },
    ]);
    const next = await headroom.counted(() => headroom.reconcile());
    expect([next.result.outcome, next.writes, await countOf(headroom)]).toEqual(['nothing', 0, 3]);
  },
);

it('a cut list stays in doubt however often it comes, and costs one call more each time', async () => {
  const headroom = await afterEnabling();
  for (const _turn of [1, 2, 3]) {
    const { result, reads } = await headroom.counted(() =>
      headroom.reconcile({ ports: { platform: cutTo(headroom, { services: 2 }) } }),
    );
    expect([result.unread.map(({ error }) => error), reads]).toEqual([['ListIncomplete'], 1 + 3 + 1 + 2]);
  }
});

it('services that are gone are asked for once, and then their endpoints are deleted', async () => {
  const headroom = await afterEnabling();
  for (const name of services) await remove(headroom, `${project}/service/${name}`);
  const first = await headroom.counted(() => headroom.reconcile());
  expect([first.result.outcome, await countOf(headroom)]).toEqual(['applied', 0]);
  const next = await headroom.counted(() => headroom.reconcile());
  expect([next.result.outcome, next.reads, next.writes]).toEqual(['nothing', 1 + 2 + 2, 0]);
});

it('what Headroom itself has disabled is not asked for', async () => {
  const headroom = await afterEnabling();
  await headroom.store.put(
    'policy.yaml',
    enableAll(100).replace('effect: enable, maxAdditionalGb: 100', 'effect: disable'),
  );
  expect([(await headroom.reconcile()).outcome, await countOf(headroom)]).toEqual(['applied', 0]);
  const next = await headroom.counted(() => headroom.reconcile());
  expect([next.result.outcome, next.reads, next.writes]).toEqual(['nothing', 1 + 3 + 2, 0]);
});

it('a new store that is shown endpoints of Headroom without their services asks for these', async () => {
  const headroom = await afterEnabling();
  for (const { key } of (await headroom.store.list('')).map((key) => ({ key }))) {
    if (key !== 'policy.yaml') await headroom.store.delete(key);
  }
  const { result, writes } = await headroom.counted(() =>
    headroom.reconcile({ ports: { platform: cutTo(headroom, { services: 1 }) } }),
  );
  expect([result.unread, writes]).toMatchObject([[{ project, error: 'ListIncomplete' }], 0]);
});

it('the budget that a project shares counts its last reading while its lists are in doubt', async () => {
  const headroom = await startHeadroom(shared, policy('100.00'));
  await headroom.reconcile();
  const before = maximums(headroom);
  for (const cut of [{ services: 0 }, { services: 1 }, { endpoints: 1 }, { integrations: 'none' }] satisfies Cut[]) {
    const report = await headroom.reconcile({ ports: { platform: cutTo(headroom, cut, 'b') } });
    expect(report.plan?.findings.map(({ code }) => code)).toEqual(['project-unread']);
    expect(maximums(headroom)).toEqual(before);
    expect(exposure(headroom)).toBeLessThanOrEqual(money('100.00'));
  }
});

describe('an unused endpoint of a service that the platform says is gone', () => {
  const amount = '109.50';
  const restPolicy = policy(amount);
  /** Lists without `a/big`, which also by its name is not there; it uses its endpoint all the same. */
  const denying = ({ ports: { platform } }: LocalHeadroom): Platform => ({
    ...platform,
    listServices: (async (project: string) =>
      (await platform.listServices(project)).filter(({ name }) => project !== 'a' || name !== 'big')) as never,
    getService: async (project, name) =>
      project === 'a' && name === 'big' ? undefined : platform.getService(project, name),
  });

  it('counts until its deletion is confirmed: what was to be given of its money waits', async () => {
    const headroom = await startHeadroom(shared, restPolicy);
    await headroom.reconcile();
    expect(exposure(headroom)).toBe(money(amount));
    const { result } = await headroom.counted(() => headroom.reconcile({ ports: { platform: denying(headroom) } }));
    const of = (kind: string) => result.results.filter((one) => one.kind === kind);
    expect(of('delete-endpoint')).toMatchObject([{ status: 'failed', service: null }]);
    const waits = { status: 'skipped', error: expect.stringContaining('has no money for it now') };
    expect(of('update-endpoint')).toMatchObject(Array(3).fill(waits));
    expect(exposure(headroom)).toBe(money(amount));
  });

  it('frees its money once it is deleted', async () => {
    const headroom = await startHeadroom(shared, restPolicy);
    await headroom.reconcile();
    await remove(headroom, 'a/service/big');
    expect((await headroom.reconcile()).outcome).toBe('applied');
    expect([maximums(headroom)['a/big'], exposure(headroom)]).toEqual([undefined, money(amount)]);
  });
});
