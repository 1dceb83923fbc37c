import { expect, it } from 'vitest';
import { costFacts } from '../../../../lib/cli/commands/report/costs.ts';
import { noteSizes } from '../../../../lib/run/store/histories.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../../lib/run/store/objects.ts';
import type { ReportObject } from '../../../../lib/run/store/run-objects.ts';
import { aService } from '../../../core/organization.ts';
import { aPlan, aRun } from '../../../run/stored.ts';
import { enableAll } from '../../../workflow/scenarios.ts';

const service = (gb: number) => aService({ name: 'orders', diskMb: gb * 1024 });

/** A store in which a project had 80 GB on 1 June and has 100 GB by a reading of 3 June. */
const grown = async () => {
  const store = createMemoryStore();
  const note = (at: string, gb: number) =>
    noteSizes({ store, clock: { now: () => Date.parse(at) } }, 'shop', [service(gb)]);
  await note('2030-06-01T00:10:00Z', 80);
  await note('2030-06-03T00:10:00Z', 100);
  const readAt = '2030-06-03T00:10:00.000Z';
  const about = { organization: 'org', runId: 'run-3', readAt, tags: {}, endpoints: [], announced: [] };
  await writeObject(store, keys.reading('shop'), { ...about, services: [service(100)] } as never);
  return store;
};

it.each([
  ['2030-06-01T12:00:00.000Z', 80],
  ['2030-06-03T12:00:00.000Z', 100],
  ['2030-05-31T12:00:00.000Z', null],
])('a report of a run that ended at %s has the disk of that day', async (endedAt, diskGb) => {
  const store = await grown();
  const plan = aPlan({ decisions: [{ project: 'shop', service: 'orders', effect: 'ignore', rule: '', reasons: [] }] });
  await writeObject(store, keys.run('run-1'), aRun({ policy: enableAll(100) }));
  const report = { runId: 'run-1', endedAt, plan } as ReportObject;
  const { known } = await costFacts(store, report, []);
  expect([...known.values()].map((one) => one.diskGb)).toEqual([diskGb]);
});
