import { describe, expect, it } from 'vitest';
import { verifyAudit } from '../../lib/run/audit/reading.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { damages } from './damages.ts';
import { spoil, spoilSection, withCopy, wrong } from './damaging.ts';
import { fillStore, policyFor, runOnce } from './filled-store.ts';
import { enableAll } from './scenarios.ts';

describe('a run whose own objects are damaged while it is at work', () => {
  const own = (key: string) => key.replace('*', 'run-9');

  it.each([
    ['survey', keys.run('run-9')],
    ['plan', keys.run('run-9')],
  ])('ends before %s, names the object, and the next run does all of it', async (task, key) => {
    const filled = await fillStore();
    const ports = await withCopy(filled);
    await ports.store.put(keys.policy, policyFor(260));
    let isSpoilt = false;
    const between = async (next: string) => {
      if (next === task && !isSpoilt) await spoil(ports.store, own(key), damages.cut ?? String);
      isSpoilt ||= next === task;
    };
    const failure = await runOnce(ports, 'run-9', { between }).catch((error: unknown) => error);
    expect(JSON.stringify([failure, String(failure)])).toContain(`${key} in the store cannot be read`);
    const next = await runOnce(ports, 'run-91');
    expect([next.outcome, next.results.length > 0]).toEqual(['applied', true]);
    expect(await verifyAudit(ports.store)).toMatchObject({ headBehind: false });
  });

  it('leaves a project alone whose snapshot it is, and carries out the others', async () => {
    const ports = await withCopy(await fillStore());
    await ports.store.put(keys.policy, enableAll(280));
    const key = keys.reading('logs');
    const between = async (task: string) => {
      if (task === 'plan') await spoilSection(ports.store, key, wrong);
    };
    const { outcome, unread, results } = await runOnce(ports, 'run-9', { between });
    expect([outcome, new Set(results.map(({ project }) => project))]).toEqual(['partial', new Set(['shop'])]);
    expect(unread).toEqual([
      { project: 'logs', error: 'StoreDamaged', message: expect.stringContaining(`${key} in the store cannot be`) },
    ]);
  });

  it.each([
    ['what it carries out in a project', keys.plannedProject('run-9', 'shop'), 'apply', damages.cut],
    ['results', keys.results('run-9', 'grant', 'shop'), 'report', damages.cut],
    ['the plan', keys.plan('run-9'), 'report', damages.cut],
  ])(
    'loses no record of a write by %s: what the audit is made from stops the next run until it is whole',
    async (_, key, task, damage = String) => {
      const filled = await fillStore();
      const ports = await withCopy(filled);
      await ports.store.put(keys.policy, policyFor(300));
      let whole = '';
      const between = async (next: string) => {
        if (next !== task || whole !== '') return;
        whole = (await ports.store.get(key))?.body ?? '';
        await spoil(ports.store, key, damage);
      };
      const { result, writes } = await filled.headroom.counted(() =>
        runOnce(ports, 'run-9', { between }).catch((error: unknown) => error),
      );
      expect(JSON.stringify([result, String(result)])).toContain(`${key} in the store cannot be read`);
      await ports.store.put(key, whole);
      const next = await filled.headroom.counted(() => runOnce(ports, 'run-91'));
      expect(['applied', 'nothing']).toContain(next.result.outcome);
      const before = await verifyAudit(filled.headroom.store);
      const { records } = await verifyAudit(ports.store);
      expect(records - before.records).toBe(writes + next.writes);
    },
  );
});
