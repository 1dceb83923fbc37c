import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { simulationOnDemand } from '../../../lib/cli/demo/simulation-on-demand.ts';
import type { SimulationState } from '../../../lib/dashboard/pages/simulated-policies.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { pagesOf, seen } from '../../dashboard/http/pages-of.ts';
import { smallOrganization } from '../../twin/organization.ts';
import { enableAll } from '../../workflow/scenarios.ts';

const folder = mkdtempSync(join(tmpdir(), 'headroom-on-demand-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const policies = [file('none.yaml', enableAll(0)), file('all.yaml', enableAll(100))];
const scenario = file('org.yaml', JSON.stringify(smallOrganization));
const setup = { days: 3, seeds: 2 };
const { signal } = new AbortController();

const ended = async (simulation: () => SimulationState): Promise<void> => {
  while (simulation().kind === 'running') await turn();
};

it('begins when the page is first asked for, shows how far it is, and then the comparison', async () => {
  const simulation = vi.fn(simulationOnDemand({ policies, scenario, signal, setup }));
  const { page } = pagesOf(createMemoryStore(), { simulation });
  await page('/');
  expect(simulation).not.toHaveBeenCalled();
  const first = await page('/simulation');
  expect(first).toContain('<meta http-equiv="refresh"');
  expect(seen(first)).toContain('The next months are simulated: 0 of');
  await ended(simulation);
  const done = await page('/simulation');
  expect(done).toContain('none.yaml');
  expect(done).not.toContain('http-equiv="refresh"');
  expect(seen(done)).toContain('Test: 2 services in 1 project, 3 days from 2026-03-02, 2 seeds, a pass every 6 hours');
  expect(seen(done)).toContain('Services with a full disk no policy');
  // Three lives, each with a curve of disks and one of money.
  expect(done.match(/<svg class="curves"/g)).toHaveLength(6);
  // The content security policy of the pages allows neither.
  expect(done).not.toMatch(/<style|style="|<script(?! src)/);
});

it('says why there is none', async () => {
  const simulation = simulationOnDemand({ policies, scenario: join(folder, 'gone.yaml'), signal, setup });
  const { page } = pagesOf(createMemoryStore(), { simulation });
  await ended(simulation);
  expect(seen(await page('/simulation'))).toContain('gone.yaml: cannot be read');
  const { page: without } = pagesOf(createMemoryStore());
  expect(seen(await without('/simulation'))).toContain('headroom simulate --from-store');
});
