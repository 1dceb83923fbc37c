import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openShell } from '../../cli/commands/shell.ts';
import { budgetOf } from '../../simulate/organization.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { enableAll, organizationOf, pg } from '../../workflow/scenarios.ts';

const [command = ''] = /^headroom simulate[^`]*?simulation\.md$/m.exec(
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'ci.md'), 'utf8'),
) ?? [''];
/** The words of the documented command, for eight days of one seed. */
const words = [
  ...command
    .replace(/\\\n/g, ' ')
    .replace(/>[^>]*$/, '')
    .matchAll(/'([^']*)'|(\S+)/g),
]
  .map(([, quoted, plain]) => quoted ?? plain ?? '')
  .slice(1);
const shortened = (argv: readonly string[]) =>
  argv.map((word, at) => ({ '--days': '8', '--seeds': '1', '--every': '1d' })[argv[at - 1] ?? ''] ?? word);

/** A disk of 80 GB that is full soon, whatever its growth is. */
const nearlyFull = {
  ...organizationOf([{ name: 'shop-prod', services: [pg('orders', { usedGb: 79.5, growthGbPerDay: 0.1 })] }]),
  historyDays: 5,
};

it('the documented check fails because a policy lets a production disk fill, and passes once it does not', async () => {
  const folder = temporaryDirectory();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('base.yaml', enableAll(100, budgetOf('500.00')));
  write('policy.yaml', enableAll(100, budgetOf('0.00')));
  const shell = await openShell(nearlyFull);
  const before = process.cwd();
  process.chdir(folder);
  try {
    await shell.run('apply', '--policy', 'base.yaml', '--yes');
    await shell.run('forecast', 'shop-prod/orders');
    const check = () => shell.run(...shortened(words));
    const failed = await check();
    expect(failed.status).toBe(1);
    expect(failed.out).toMatch(/^### Headroom: simulation failed\n\n- failed: production-full-hours&gt;0/);
    write('policy.yaml', enableAll(100, budgetOf('500.00')));
    const passed = await check();
    expect([passed.status, passed.out.split('\n')[0]]).toEqual([0, '### Headroom: simulation passed']);
  } finally {
    process.chdir(before);
  }
});
