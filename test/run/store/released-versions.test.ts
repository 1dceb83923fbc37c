import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../../lib/contract/version.ts';
import { contentOf } from '../../../lib/run/store/content.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { isLog, recordsIn } from '../../../lib/run/store/logs.ts';
import { recordAt } from '../../../lib/run/store/records.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';

/**
 * What each released version left in the store after two scheduled runs and a plan that waited: one file per version, key by
 * key. Files of released versions never change; a release adds one.
 */
const folder = join(import.meta.dirname, 'fixtures', 'released');
const released = readdirSync(folder).map((name) => [name.replace(/\.json$/, ''), join(folder, name)] as const);

type Objects = Readonly<Record<string, string>>;
const objectsOf = (file: string): Objects => JSON.parse(readFileSync(file, 'utf8'));

const hasRecord = (key: string): boolean => {
  try {
    return recordAt(key) !== undefined;
  } catch {
    return false;
  }
};

describe.each(released)('the store of version %s', (_, file) => {
  const objects = objectsOf(file);

  it('has a schema version in every object of Headroom, and each can be read', () => {
    const ours = Object.entries(objects)
      .filter(([key]) => hasRecord(key))
      .flatMap(([key, body]) =>
        isLog(key) ? recordsIn(body).map((one) => [key, one.body] as const) : [[key, body] as const],
      );
    expect(ours.length).toBeGreaterThan(20);
    for (const [key, body] of ours) {
      expect([key, JSON.parse(body).version]).toEqual([key, 1]);
      expect([key, contentOf(key, body)]).toEqual([key, expect.objectContaining({ value: expect.anything() })]);
    }
  });

  it('is taken up by the next run, which finds nothing to do and moves nothing aside', async () => {
    const headroom = await startHeadroom(even(1, 2), enableAll(200));
    await headroom.reconcile();
    for (const key of await headroom.store.list('')) await headroom.store.delete(key);
    for (const [key, body] of Object.entries(objects)) await headroom.store.put(key, body);
    headroom.pass(24 * 60 * 60 * 1000);
    const report = await headroom.reconcile({
      runId: 'the-next-run',
      input: { trigger: { kind: 'schedule', by: 'hourly' } },
    });
    expect([report.outcome, report.error]).toEqual(['nothing', null]);
    expect(await headroom.store.list(keys.damagedFolder)).toEqual([]);
  });
});

it('is there for the present version too', () => {
  expect(released.map(([name]) => name)).toContain(version);
});
