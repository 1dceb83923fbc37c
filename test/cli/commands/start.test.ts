import { expect, it } from 'vitest';
import { even } from '../../workflow/scenarios.ts';
import { openShell } from './shell.ts';

it('headroom start --once shows tables and the Plan line, growth and a picked up service, and exits 0', async () => {
  const { run } = await openShell(even(1, 1));
  const { status, out } = await run('start', '--once', '--port', '0');
  expect(status).toBe(0);
  expect(out).toMatch(/Plan: \d+ to enable, \d+ to raise \(\+\d+ GB/);
  expect(out).toContain('outcome: applied');
  expect(out).toContain('these disks grew');
  expect(out).toMatch(/event AutoscalerEnabled .*created-just-now/);
  expect(out).toMatch(/event RunCompleted outcome=applied confirmed=2 failed=0 findings=\d+$/m);
});

it('headroom start --once --json prints one document with plan, results, growth and what was picked up', async () => {
  const { run } = await openShell(even(1, 1));
  const { status, out } = await run('start', '--once', '--json', '--port', '0');
  expect(status).toBe(0);
  const document = JSON.parse(out);
  expect(document.outcome).toBe('applied');
  expect(document.results.every(({ status: ended }: { status: string }) => ended === 'confirmed')).toBe(true);
  expect(document.growth.length).toBeGreaterThan(0);
  expect(document.pickedUp.service).toBe('created-just-now');
});
