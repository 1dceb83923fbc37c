import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { root } from '../infra/deployed.ts';

describe('a synth from a clone', () => {
  it('says a wrong setting with its place and nothing else: no trace of the program', () => {
    const headroom = { baseUrl: 'https://api.example.com', organization: 'org-example', callsPerMinute: 'many' };
    const env = { CDK_CONTEXT_JSON: JSON.stringify({ headroom }) };
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'bin/app.ts'], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^cdk\.json: the settings are invalid\n {2}headroom\.callsPerMinute: .+\n$/);
  });
});
