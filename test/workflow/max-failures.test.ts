import { describe, expect, it } from 'vitest';
import type { ChangeResult } from '../../lib/core/change/change.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { type Handler, type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { disableAll, enableAll, even, notOfferedTo } from './scenarios.ts';

const limited = (maxFailures: number, text = enableAll(200)) =>
  text.replace('firstRun: apply', `firstRun: apply, maxFailures: ${maxFailures}`);

const of = (results: readonly ChangeResult[], status: ChangeResult['status']) =>
  results.filter((result) => result.status === status);

const refuse = (headroom: LocalHeadroom, operation: string, times: number) =>
  headroom.control('faults', [{ operation, times, status: 400 }]);

/** Parts of a run one after the other, so that none has a write under way while another one fails. */
const oneByOne = (handlers: Record<string, Handler>): Record<string, Handler> => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...handlers,
    apply: (input) => {
      const next = last.then(() => handlers.apply?.(input));
      last = next.catch(() => undefined);
      return next;
    },
  };
};

describe('a run with failing changes', () => {
  it.each([
    [0, 1],
    [1, 1],
    [3, 3],
  ])('with maxFailures %i tries nothing more after failure number %i, in no project', async (limit, failures) => {
    const headroom = await startHeadroom(even(3, 4), limited(limit));
    await refuse(headroom, 'ServiceIntegrationEndpointCreate', 99);
    const { result, writes } = await headroom.counted(() => headroom.reconcile({ handlers: oneByOne }));
    expect(result.outcome).toBe('partial');
    expect(of(result.results, 'failed')).toHaveLength(failures);
    expect(writes).toBe(failures);
    expect(of(result.results, 'skipped')).toHaveLength(24 - failures);
    expect(result.results.at(-1)?.error).toContain(`and maxFailures is ${limit}; fix the cause, or raise`);
  });

  it('counts a failure that was the last change of its project, so that the other projects try nothing', async () => {
    const headroom = await startHeadroom(even(3, 1), limited(1));
    await refuse(headroom, 'ServiceIntegrationCreate', 99);
    const { result, writes } = await headroom.counted(() => headroom.reconcile({ handlers: oneByOne }));
    // Of the first project the endpoint, and the integration that failed.
    expect(writes).toBe(2);
    expect(of(result.results, 'failed')).toMatchObject([{ project: 'project-0', kind: 'create-integration' }]);
    expect(of(result.results, 'skipped').map(({ project }) => project)).toEqual(
      ['project-1', 'project-2'].flatMap((project) => [project, project]),
    );
  });

  it('goes on past any number of services to which the platform offers no autoscaler', async () => {
    const headroom = await startHeadroom(even(2, 4), limited(1));
    await headroom.control('faults', [notOfferedTo(5)]);
    const { results } = await headroom.reconcile({ handlers: oneByOne });
    expect(of(results, 'failed').map(({ notOffered }) => notOffered)).toEqual(Array(5).fill(true));
    expect(of(results, 'confirmed')).toHaveLength(16 - 5);
    expect(of(results, 'skipped')).toEqual([]);
  });

  it('goes on as long as there are fewer', async () => {
    const headroom = await startHeadroom(even(3, 4), limited(3));
    await refuse(headroom, 'ServiceIntegrationEndpointCreate', 2);
    const { results } = await headroom.reconcile({ handlers: oneByOne });
    expect(of(results, 'failed')).toHaveLength(2);
    expect(of(results, 'confirmed')).toHaveLength(2 * (12 - 2));
  });

  it('tries at most what other projects have under way besides', async () => {
    const headroom = await startHeadroom(even(6, 4), limited(1));
    await refuse(headroom, 'ServiceIntegrationEndpointCreate', 99);
    const { writes } = await headroom.counted(() => headroom.reconcile());
    // Two copies in the map.
    expect(writes).toBeLessThanOrEqual(2);
  });

  it('carries failed releases over to the grants', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(200));
    await headroom.reconcile();
    await headroom.control('service', {
      project: 'project-0',
      service: 'new',
      type: 'pg',
      plan: 'startup-4',
      cloud: 'aws-eu-west-1',
    });
    const mixed = limited(1, disableAll).replace(
      'rules:',
      'rules:\n  - { name: new, match: { service: new }, effect: enable, maxAdditionalGb: 100 }',
    );
    await headroom.store.put(keys.policy, mixed);
    await refuse(headroom, 'ServiceIntegrationDelete', 1);
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect(writes).toBe(1);
    expect(of(result.results, 'skipped').filter(({ phase }) => phase === 'grant')).toHaveLength(2);
  });

  it('counts a task that fails as a whole as one change', async () => {
    const headroom = await startHeadroom(even(5, 1), limited(1));
    let calls = 0;
    const dying = (handlers: Record<string, Handler>): Record<string, Handler> =>
      oneByOne({
        ...handlers,
        apply: async (input) => {
          calls += 1;
          if (calls === 1) throw new Error('out of memory');
          return handlers.apply?.(input);
        },
      });
    const { results } = await headroom.reconcile({ runId: 'run', handlers: dying });
    expect(of(results, 'failed')).toHaveLength(2);
    expect(results.at(-1)).toMatchObject({ project: 'project-4', status: 'skipped' });
    expect(await headroom.store.list(keys.failures('run'))).toHaveLength(1);
  });
});
