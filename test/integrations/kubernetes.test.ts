import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { version } from '../../lib/contract/version.ts';
import { openShell } from '../cli/commands/shell.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { even } from '../workflow/scenarios.ts';

const root = join(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'docs', 'integrations', 'kubernetes.yaml'), 'utf8');
const resources = parseAllDocuments(text).map((document) => document.toJS());
const resourceOf = (kind: string) => resources.find((one) => one.kind === kind);

/** Where the types of each kind are. */
const modules: Readonly<Record<string, string>> = {
  Secret: 'core/v1',
  ConfigMap: 'core/v1',
  PersistentVolumeClaim: 'core/v1',
  CronJob: 'batch/v1',
};

const container = z
  .object({
    image: z.string(),
    command: z.tuple([z.literal('sh'), z.literal('-c'), z.string()]),
    env: z.array(z.object({ name: z.string(), value: z.string() })),
    envFrom: z.tuple([z.object({ secretRef: z.object({ name: z.string() }) })]),
    volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  })
  .parse(resourceOf('CronJob').spec.jobTemplate.spec.template.spec.containers[0]);

const compiled = (documents: readonly { readonly kind: string }[]): string => {
  const folder = temporaryDirectory();
  const lines = documents.map(
    (one, at) =>
      `import type { ${one.kind} as K${at} } from '${root}/node_modules/kubernetes-types/${modules[one.kind]}.d.ts';\nexport const r${at}: K${at} = ${JSON.stringify(one)};`,
  );
  writeFileSync(join(folder, 'manifest.ts'), lines.join('\n'));
  const flags =
    '--noEmit --strict --skipLibCheck --allowImportingTsExtensions --module esnext --moduleResolution bundler';
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  return spawnSync(tsc, [...flags.split(' '), '--types', '', 'manifest.ts'], { cwd: folder, encoding: 'utf8' }).stdout;
};

describe('the manifest for Kubernetes', () => {
  it('fits the types of Kubernetes, which refuse a member that does not exist', () => {
    expect(compiled(resources)).toBe('');
    const misspelt = { ...resourceOf('CronJob'), spec: { ...resourceOf('CronJob').spec, concurencyPolicy: 'Forbid' } };
    expect(compiled([misspelt])).toContain('concurencyPolicy');
  });

  it('runs the image of this version with volumes and a secret that the manifest has, and the token in the secret alone', () => {
    expect(container.image).toMatch(new RegExp(`:v${version}$`));
    expect(container.envFrom[0].secretRef.name).toBe(resourceOf('Secret').metadata.name);
    const { volumes } = resourceOf('CronJob').spec.jobTemplate.spec.template.spec;
    expect(volumes.map(({ name }: { name: string }) => name).toSorted()).toEqual(
      container.volumeMounts.map(({ name }) => name).toSorted(),
    );
    expect(Object.keys(resourceOf('Secret').stringData)).toEqual(['HEADROOM_TOKEN']);
    expect(container.env.map(({ name }) => name)).not.toContain('HEADROOM_TOKEN');
  });

  it('its command line reconciles a platform with its policy, and keeps its store in its volume', async () => {
    const shell = await openShell(even(1, 1));
    const folder = temporaryDirectory();
    const policy = join(folder, 'policy.yaml');
    writeFileSync(policy, resourceOf('ConfigMap').data['policy.yaml']);
    const [, line = '', allowed] = /^headroom (.+) \|\| test \$\? -eq (\d)\n$/.exec(container.command[2]) ?? [];
    const runLine = (one: string) => shell.run(...one.replace('/policy/policy.yaml', policy).split(' '));
    const { status, out } = await runLine(line);
    expect([status, out]).toEqual([Number(allowed), expect.stringContaining('Plan: 1 to enable')]);
    const store = container.env.find(({ name }) => name === 'HEADROOM_STORE')?.value ?? '';
    expect(container.volumeMounts.some(({ mountPath }) => store.startsWith(`${mountPath}/`))).toBe(true);
  });
});
