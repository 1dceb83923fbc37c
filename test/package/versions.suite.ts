import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeOf } from '../node-versions.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type Packed, ran } from './packed.ts';

/** The packed program on each supported version of Node.js, as processes of their own. */
export const versionsSentences = (packed: () => Packed) => {
  const program = (): string => join(packed().folder, 'bin', 'headroom.cjs');

  /** The embedded platform as a process, and what connects a command to it. */
  const platformOn = async (node: string) => {
    const platform = spawn(node, [program(), 'platform', '--port', '0', '--speed', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(platform, 'exit');
    onTestFinished(async () => {
      platform.kill('SIGTERM');
      await ended;
    });
    const values: string[] = [];
    for await (const line of createInterface({ input: platform.stdout })) {
      values.push(line.split(' ').at(-1) ?? '');
      if (line.startsWith('organization ')) break;
    }
    const [url = '', tokenFile = '', organization = ''] = values;
    return {
      HEADROOM_BASE_URL: url,
      HEADROOM_TOKEN: readFileSync(tokenFile, 'utf8').trim(),
      HEADROOM_ORGANIZATION: organization,
      HEADROOM_STORE: temporaryDirectory(),
      HOME: temporaryDirectory(),
    };
  };

  const versions = [
    { name: process.version, nodeFor: () => process.execPath },
    { name: 'Node.js 22', nodeFor: () => nodeOf(22) },
    { name: 'Node.js 24', nodeFor: () => nodeOf(24) },
  ];
  describe.each(versions)('the packed program on $name', ({ nodeFor }) => {
    const node = nodeFor() ?? '';
    it.skipIf(node === '')('serves a platform, plans, applies and reports', async () => {
      const env = await platformOn(node);
      const policy = join(packed().folder, 'docs', 'policies', 'org-wide.yaml');
      const headroom = (...args: readonly string[]) => ran(node, [program(), ...args], { env });
      expect(headroom('validate', policy)).toMatchObject({ status: 0, err: '' });
      const planned = headroom('plan', '--policy', policy, '--json');
      expect([planned.status, JSON.parse(planned.out).verdict]).toEqual([0, 'apply']);
      expect(headroom('apply', '--policy', policy)).toMatchObject({
        status: 0,
        out: expect.stringContaining('Applied: every change is confirmed.'),
      });
      const reported = headroom('report', '--format', 'json');
      expect([reported.status, JSON.parse(reported.out).outcome]).toEqual([0, 'applied']);
    });
  });
};
