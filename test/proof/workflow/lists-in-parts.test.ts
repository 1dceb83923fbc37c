import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../lib/ports.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { organizationOf, pg } from '../../workflow/scenarios.ts';
import { exposure, money, watched } from '../../workflow/shared-budget.ts';

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
  - { name: shared, match: { project: '*' }, monthly: "${amount}", rest: share, deadBandGb: 0 }
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
          if (given[0].includes('/plan/projects/')) begins();
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
