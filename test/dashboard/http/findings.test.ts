import { describe, expect, it } from 'vitest';
import type { Decision, Finding } from '../../../lib/core/model/decision.ts';
import type { FindingCode } from '../../../lib/core/model/findings/findings.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { aPlan, at, storeReport } from '../../run/stored.ts';
import { entry, pagesOf, seen } from './pages-of.ts';

const finding = (code: FindingCode, service: string): Finding => ({
  code,
  project: 'shop',
  service,
  message: `${code}!`,
});
const decided = (service: string): Decision => ({ project: 'shop', service, effect: 'ignore', rule: '', reasons: [] });

const dashboard = async (findings: readonly Finding[]) => {
  const store = createMemoryStore();
  const plan = aPlan({ verdict: 'observe', findings, decisions: [decided('orders')] });
  const ended = { runId: 'run-1', startedAt: at, endedAt: at, outcome: 'observed', error: null, cause: null } as const;
  await storeReport(store, { ...ended, plan, results: [], unread: [] });
  return pagesOf(store);
};

describe('the page of findings', () => {
  it('lists all by cause, the most severe first, or those of one code', async () => {
    const { page } = await dashboard([finding('drift', 'orders'), finding('disk-full', 'orders')]);
    const all = seen(await page('/findings'));
    expect(all).toMatch(/1 × disk-full .*1 × drift /);
    const one = seen(await page('/findings?code=drift'));
    expect(one).toMatch(/1 × drift /);
    expect(one).not.toContain('disk-full');
    expect(seen(await page('/findings?code=none'))).toContain('No findings with code none.');
  });

  it('leads to the services that have a page, and to no others', async () => {
    const { page } = await dashboard([finding('drift', 'orders'), finding('bad-tag', 'headroom-gone')]);
    const text = await page('/findings');
    expect(text).toContain(`href="${entry.path}/services/shop/orders"`);
    expect(text).not.toContain(`href="${entry.path}/services/shop/headroom-gone"`);
  });
});

describe('the files of the pages', () => {
  it.each([
    ['style.css', 'text/css; charset=utf-8', '@media print'],
    ['live.js', 'text/javascript; charset=utf-8', 'stateAddress'],
    ['icon.svg', 'image/svg+xml', '<svg'],
  ])('%s is there with its type and all of its parts', async (name, type, part) => {
    const { ask } = pagesOf(createMemoryStore());
    const answer = await ask(`/assets/${name}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(await answer.text()).toContain(part);
  });
});
