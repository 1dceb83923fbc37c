import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';

const cases = `policy: policy.yaml
cases:
  - name: everything may grow
    given: { project: shop, type: pg }
    expect: { effect: enable, maximum: 200 }
  - name: kafka is left alone
    given: { project: shop, type: kafka }
    expect: { effect: ignore, rule: null }
`;

const files = () => {
  const folder = temporaryDirectory();
  const at = (name: string) => join(folder, name);
  writeFileSync(at('policy.yaml'), enableAll(200));
  writeFileSync(at('cases.yaml'), cases);
  return at;
};

const open = () => openShell(even(1, 1));

it('headroom policy test prints each case, what was expected and what the policy decides', async () => {
  const at = files();
  const shell = await open();
  const { status, out } = await shell.run('policy', 'test', at('cases.yaml'));
  expect(status).toBe(1);
  expect(out).toBe(`ok    everything may grow
FAIL  kafka is left alone (${at('cases.yaml')}:6:5)
        effect: expected "ignore", actual "enable"
        rule: expected null, actual "everything"
        reason: Rule "everything" enables the autoscaler with a maximum of 200 GB.
1 passed, 1 failed
`);
  expect(shell.platform.requests().reads).toBe(0);
});

it('headroom policy test exits 0 where all cases pass, and prints them as JSON', async () => {
  const at = files();
  writeFileSync(
    at('other.yaml'),
    enableAll(200).replace("match: { project: '*' }", "match: { serviceType: '!kafka' }"),
  );
  const shell = await open();
  const { status, out } = await shell.run('policy', 'test', at('cases.yaml'), '--policy', at('other.yaml'), '--json');
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ format: 1, passed: true, cases: [{ differences: [] }, { differences: [] }] });
});

it('headroom policy test passes the example cases', async () => {
  const { status, out } = await (await open()).run('policy', 'test', 'docs/policy-tests/org-wide.yaml');
  expect([status, out]).toEqual([0, expect.stringContaining('4 passed, 0 failed')]);
});

it('headroom policy test names what is wrong with its files', async () => {
  const at = files();
  const shell = await open();
  writeFileSync(at('bare.yaml'), cases.replace('policy: policy.yaml\n', ''));
  const bare = await shell.run('policy', 'test', at('bare.yaml'));
  expect([bare.status, bare.err]).toEqual([
    2,
    `error: ${at('bare.yaml')} names no policy: add policy: FILE to it, or use --policy\n`,
  ]);
  const missing = await shell.run('policy', 'test', at('none.yaml'));
  expect([missing.status, missing.err]).toEqual([1, expect.stringContaining('cannot be read (ENOENT)')]);
  writeFileSync(at('policy.yaml'), 'version: 1\n');
  const invalid = await shell.run('policy', 'test', at('cases.yaml'));
  expect([invalid.status, invalid.err]).toEqual([1, expect.stringContaining(`${at('policy.yaml')}:1:1 rules`)]);
});
