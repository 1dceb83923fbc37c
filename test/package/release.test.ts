import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { validateWorkflow } from '@action-validator/core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { needs } from '../installed.ts';
import { root } from './packed.ts';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Release {
  readonly on: { readonly push: { readonly tags: readonly string[] } };
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly needs?: string; readonly steps: readonly Step[] }>>;
}

const text = readFileSync(join(root, '.github', 'workflows', 'release.yml'), 'utf8');
const release = parse(text) as Release;
const steps = release.jobs.release?.steps ?? [];
const runs = steps.flatMap(({ run }) => run ?? []);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

describe('the release of a tag', () => {
  it('starts for version tags alone, and may write nothing by default', () => {
    expect([release.on.push.tags, release.permissions]).toEqual([['v*'], { contents: 'read' }]);
  });

  it('refuses a tag that is not the version of the package', () => {
    needs('bash');
    const check = runs.find((run) => run.includes('GITHUB_REF_NAME')) ?? 'exit 9';
    const statusFor = (tag: string) =>
      spawnSync('bash', ['-e', '-c', check], {
        cwd: root,
        env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, GITHUB_REF_NAME: tag },
      }).status;
    expect([statusFor(`v${version}`), statusFor('v99.0.0')]).toEqual([0, 1]);
  });

  it('tests the commit before it publishes, with provenance', () => {
    const publish = runs.findIndex((run) => run.includes(' publish '));
    expect(runs.indexOf('npm run check')).toBeLessThan(publish);
    expect(runs[publish]).toContain('--provenance');
    expect(JSON.stringify(release)).not.toContain('secrets.');
  });

  it('fits the schema of workflows', () => {
    expect(validateWorkflow(text).errors).toEqual([]);
  });

  it('then builds the image with its inventory and provenance, and signs exactly what it pushed, without a key', () => {
    const { needs, steps: ofImage = [] } = release.jobs.image ?? {};
    expect(needs).toBe('release');
    const build = ofImage.findIndex(({ uses }) => uses?.startsWith('docker/build-push-action@'));
    expect(ofImage[build]?.with).toMatchObject({ push: true, sbom: true, provenance: 'mode=max' });
    const sign = ofImage.findIndex(({ run }) => run?.startsWith('cosign sign '));
    expect(sign).toBeGreaterThan(build);
    expect(ofImage[sign]).toMatchObject({
      run: 'cosign sign --yes "$IMAGE@$DIGEST"',
      env: { DIGEST: expect.stringContaining('steps.build.outputs.digest') },
    });
  });
});
