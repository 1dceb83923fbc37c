import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openShell } from '../cli/commands/shell.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { budgetOf, smallOrganization } from '../twin/organization.ts';
import { enableAll } from '../workflow/scenarios.ts';

const [command = ''] = /^headroom simulate[^`]*?simulation\.md$/m.exec(
  readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'ci.md'), 'utf8'),
) ?? [''];
/** The words of the documented command, for four days of one seed. */
const words = [
  ...command
    .replace(/\\\n/g, ' ')
    .replace(/>[^>]*$/, '')
    .matchAll(/'([^']*)'|(\S+)/g),
]
  .map(([, quoted, plain]) => quoted ?? plain ?? '')
  .slice(1);
const shortened = (argv: readonly string[]) =>
  argv.map((word, at) => ({ '--days': '4', '--seeds': '1', '--every': '1d' })[argv[at - 1] ?? ''] ?? word);

it('the documented check fails because a policy lets a production disk fill; its suggestion, applied, mends that', async () => {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'org.yaml'), JSON.stringify(smallOrganization));
  writeFileSync(join(folder, 'base.yaml'), enableAll(100));
  writeFileSync(join(folder, 'policy.yaml'), enableAll(100, budgetOf('8.00')));
  const shell = await openShell(smallOrganization);
  const before = process.cwd();
  process.chdir(folder);
  try {
    const check = () => shell.run(...shortened(words));
    const failed = await check();
    expect(failed.status).toBe(1);
    expect(failed.out).toMatch(/^### Headroom: simulation failed\n\n- failed: production-full-hours&gt;0/);
    const [, patch = ''] = /~~~~diff\n([\s\S]*?\n)~~~~/.exec(failed.out) ?? [];
    writeFileSync('change.patch', patch);
    execFileSync('git', ['apply', 'change.patch'], { cwd: folder });
    const passed = await check();
    expect([passed.status, passed.out.split('\n')[0]]).toEqual([0, '### Headroom: simulation passed']);
  } finally {
    process.chdir(before);
  }
});
