import { expect, it } from 'vitest';
import { dayMs, hourMs } from '../../lib/core/model/durations.ts';
import { readReport } from '../../lib/run/publish/reports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';
import { startHeadroom } from './local-headroom.ts';
import { disableAll, enableAll, even } from './scenarios.ts';

const code = 'other-store';
const created = { type: 'pg', plan: 'startup-4', cloud: 'aws-eu-west-1' };

/** One organization with a store, and a second store that knows nothing of it. */
const twoStores = async () => {
  const headroom = await startHeadroom(even(2, 2), enableAll(100));
  const other = createMemoryStore();
  await other.put(keys.policy, enableAll(100));
  const first = async () => {
    headroom.pass(hourMs);
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    return { writes, signs: result.plan?.findings.filter((finding) => finding.code === code) };
  };
  const second = async (runId: string) => {
    headroom.pass(hourMs);
    // The report is in the other store.
    await headroom.reconcile({ runId, ports: { store: other } }).catch(() => undefined);
    const report = await readReport(other, runId);
    return report?.plan?.findings.filter((finding) => finding.code === code);
  };
  return { headroom, first, second };
};

it('two stores for one organization: each reports the endpoints that the other one created, for a week', async () => {
  const { headroom, first, second } = await twoStores();
  expect((await first()).signs).toEqual([]);
  expect(await second('b-1')).toEqual([]);
  await headroom.control('service', { project: 'project-0', service: 'late', ...created });
  expect(await second('b-2')).toEqual([]);
  const sign = expect.objectContaining({
    code,
    project: 'project-0',
    message: expect.stringContaining('1 endpoint of Headroom appeared that this store did not create: headroom-late.'),
  });
  for (let pass = 0; pass < 2; pass += 1) expect(await first()).toEqual({ writes: 0, signs: [sign] });
  await headroom.control('service', { project: 'project-1', service: 'later', ...created });
  expect((await first()).signs).toEqual([sign]);
  expect(await second('b-3')).toEqual([expect.objectContaining({ project: 'project-1' })]);
  headroom.pass(7 * dayMs);
  expect((await first()).signs).toEqual([]);
  expect((await first()).signs).toEqual([]);
});

it('a store alone reports no other one: not at its first look, nor after its own changes, an undo, or a change by hand', async () => {
  const { headroom, first, second } = await twoStores();
  await first();
  // A store that was lost begins anew with the endpoints that are there.
  expect(await second('b-1')).toEqual([]);
  await headroom.control('service', { project: 'project-0', service: 'late', ...created });
  expect(await first()).toMatchObject({ writes: 2, signs: [] });
  expect((await first()).signs).toEqual([]);
  await headroom.store.put(keys.policy, disableAll);
  expect((await first()).signs).toEqual([]);
  const undo = await headroom.reconcile({ input: { trigger: { kind: 'manual', by: 'a test' }, undo: 'run-5' } });
  expect(undo.outcome).toBe('applied');
  await headroom.store.put(keys.policy, enableAll(100));
  expect((await first()).signs).toEqual([]);
  expect((await first()).signs).toEqual([]);
});
