import { describe, expect, it } from 'vitest';
import type { Platform } from '../../lib/ports.ts';
import { type LocalHeadroom, operatorToken, startHeadroom } from './local-headroom.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';
import { exposure, maximums, money, policy, shared, watched } from './shared-budget.ts';

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

describe('a budget whose money moves between two projects', () => {
  /** Every choice of some of three. */
  const choices = Array.from({ length: 8 }, (_, bits) => [1, 2, 4].map((bit) => (bits & bit) !== 0));
  const both = ['a', 'b'] as const;
  const organization = organizationOf(
    both.map((name) => ({ name, services: [pg('one'), pg('two', { diskGb: 90 }), pg('three')] })),
  );
  /** 0.365 a GB: exactly the 250 GB that the services of a project may have and the 10 GB that have grown in the other. */
  const amount = '94.90';
  const giving = (first: string) => `
version: 1
mode: enforce
rules:
  - { name: first, match: { project: ${first} }, effect: enable, maxAdditionalGb: 100, priority: 1 }
  - { name: rest, match: { project: '*' }, effect: enable, maxAdditionalGb: 90, priority: 2 }
budgets:
  - { name: shared, match: { project: '*' }, monthly: "${amount}", deadBandGb: 0 }
guardrails: { maxChanges: 100, maxChangePercent: 100, maxAddedGb: 100000, needApproval: [], firstRun: apply }
`;

  it.each(both)(
    'stays within its amount at every write, whichever part of the lists of project %s is answered, and whenever that begins',
    async (cutProject) => {
      const headroom = await startHeadroom(organization, giving('a'));
      const { platform, most } = watched(headroom);
      // What no answer ever named, no run can count.
      await headroom.reconcile({ ports: { platform } });
      let kept: (number: number, of: 'services' | 'endpoints' | 'integrations') => boolean = () => true;
      const cut: Platform = {
        ...platform,
        listServices: (async (asked: string) => {
          const all = await platform.listServices(asked);
          if (asked !== cutProject) return all;
          return all
            .map((one, at) => (kept(at, 'integrations') ? one : { ...one, integrations: [] }))
            .filter((_, at) => kept(at, 'services'));
        }) as Platform['listServices'],
        listEndpoints: (async (asked: string) => {
          const all = await platform.listEndpoints(asked);
          return asked === cutProject ? all.filter((_, at) => kept(at, 'endpoints')) : all;
        }) as Platform['listEndpoints'],
      };
      let run = 0;
      let granted = 0;
      const live = async (
        cuts: Record<'services' | 'endpoints' | 'integrations', readonly boolean[]>,
        begin: string,
      ) => {
        run += 1;
        await headroom.store.put('policy.yaml', giving(both[run % 2] ?? 'a'));
        kept = () => true;
        const begins = () => {
          kept = (number, of) => cuts[of][number] ?? true;
        };
        if (begin === 'at once') begins();
        const put: typeof headroom.store.put = async (...given) => {
          await headroom.store.put(...given);
          if (given[0].endsWith('handover.json')) begins();
        };
        const report = await headroom.reconcile({ ports: { platform: cut, store: { ...headroom.store, put } } });
        granted += report.results.filter(({ phase, status }) => phase === 'grant' && status === 'confirmed').length;
      };
      const all = [true, true, true];
      for (const begin of ['at once', 'before the first write']) {
        for (const some of choices) {
          await live({ services: some, endpoints: all, integrations: all }, begin);
          await live({ services: all, endpoints: some, integrations: all }, begin);
          await live({ services: all, endpoints: all, integrations: some }, begin);
          await live({ services: some, endpoints: some, integrations: some }, begin);
        }
      }
      expect(most()).toBeLessThanOrEqual(money(amount));
      expect(granted).toBeGreaterThan(20);
      kept = () => true;
      await headroom.reconcile({ ports: { platform: cut } });
      await headroom.reconcile({ ports: { platform: cut } });
      expect([exposure(headroom), most()]).toEqual([money(amount), money(amount)]);
    },
    120_000,
  );
});
