import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import * as module from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { servePlatform } from '../../../lib/platform/index.ts';
import { constructSentences } from '../../package/construct.suite.ts';
import { type Packed, packAndInstall, ran, ranBeside, root } from '../../package/packed.ts';
import { versionsSentences } from '../../package/versions.suite.ts';
import { sampleOrganization } from '../../sample-organization.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

let packed: Packed;
beforeAll(() => {
  packed = packAndInstall();
});
afterAll(() => packed.remove());

const textOf = (path: string): string => readFileSync(join(packed.folder, path), 'utf8');
const pathsWith = (pattern: RegExp): string[] =>
  packed.files.map(({ path }) => path).filter((path) => pattern.test(path));

/** Variables of a shell with nothing but node on the path. */
const bareEnvironment = (more: Readonly<Record<string, string>> = {}) => {
  const path = temporaryDirectory();
  symlinkSync(process.execPath, join(path, 'node'));
  return { PATH: path, HOME: temporaryDirectory(), ...more };
};

describe('the packed package', () => {
  it('has under 3 MB and no dependencies, except the CDK for those who have it', () => {
    expect(packed.size).toBeLessThan(3_000_000);
    const { dependencies, optionalDependencies, name, ...manifest } = JSON.parse(textOf('package.json'));
    expect([name, dependencies, optionalDependencies]).toEqual(['disk-headroom', undefined, undefined]);
    expect(Object.keys(manifest.peerDependencies)).toEqual(['aws-cdk-lib', 'constructs']);
    for (const peer of Object.keys(manifest.peerDependencies))
      expect(manifest.peerDependenciesMeta[peer]).toEqual({ optional: true });
  });

  it('contains the program, its types, the documents and the examples, and neither tests nor sources', () => {
    const known =
      /^(?:bin\/headroom\.cjs|dist\/package\/|docs\/(?:integrations|policies)\/|docs\/[\w-]+\.md$|LICENSE$|README\.md$|package\.json$)/;
    expect(packed.files.map(({ path }) => path).filter((path) => !known.test(path))).toEqual([]);
    expect(pathsWith(/(?<!\.d)\.ts$|\btest\/|\.test\./)).toEqual([]);
    expect(pathsWith(/\.d\.ts$/)).toContain('dist/package/types/index.d.ts');
  });

  it('contains every document that its README links to', () => {
    const linked = [...textOf('README.md').matchAll(/\]\((docs\/[^)#]+\.md)/g)].map(([, path]) => path ?? '');
    expect(linked.length).toBeGreaterThan(5);
    expect(pathsWith(/^docs\//)).toEqual(expect.arrayContaining(linked));
  });

  it('contains every file that its manifest names', () => {
    const { bin, exports } = JSON.parse(textOf('package.json'));
    const named = [...Object.values(bin), ...Object.values(exports['.']), ...Object.values(exports['./cdk'])];
    const paths = packed.files.map(({ path }) => path);
    expect(named.map((name) => String(name).replace('./', '')).filter((name) => !paths.includes(name))).toEqual([]);
  });

  it('contains no path of the machine that built it, and nothing of its environment', () => {
    const texts = packed.files.map(({ path }) => ({ path, text: textOf(path) }));
    const found = [root, `${homedir()}/`, `${tmpdir()}/headroom`].flatMap((place) =>
      texts.filter(({ text }) => text.includes(place)).map(({ path }) => `${path}: ${place}`),
    );
    expect(found).toEqual([]);
  });

  it('names licence and text of every package whose code it contains', () => {
    const notices = textOf('dist/package/THIRD-PARTY-NOTICES.txt');
    for (const name of ['commander', 'zod', 'yaml', 'undici', 'hono', '@aws-sdk/client-s3']) {
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((?:MIT|ISC|Apache-2\\.0)\\)$`, 'm'));
    }
    expect(notices).toContain('Permission is hereby granted, free of charge');
    expect(notices).toContain('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION');
  });

  it('lists the same packages in its software inventory, each with its version, address and licence', () => {
    const { bomFormat, metadata, components } = JSON.parse(textOf('dist/package/sbom.cdx.json'));
    const { version } = JSON.parse(textOf('package.json'));
    expect([bomFormat, metadata.component.purl]).toEqual(['CycloneDX', `pkg:npm/disk-headroom@${version}`]);
    const listed = (components as { name: string; version: string; licenses: { license: { id: string } }[] }[]).map(
      (one) => `${one.name} ${one.version} (${one.licenses[0]?.license.id})`,
    );
    const named = textOf('dist/package/THIRD-PARTY-NOTICES.txt').match(/^\S+ \d+\.\d+\.\d+\S* \([\w.-]+\)$/gm) ?? [];
    expect(listed.toSorted()).toEqual([...new Set(named)].toSorted());
    expect(components).toContainEqual(
      expect.objectContaining({ purl: expect.stringMatching(/^pkg:npm\/%40aws-sdk\/client-s3@/) }),
    );
  });
});

constructSentences(() => packed);
versionsSentences(() => packed);

describe('the installed command', () => {
  it('starts where only node is on the path, in any working directory', () => {
    const working = temporaryDirectory();
    writeFileSync(join(working, 'tsconfig.json'), 'this is no JSON');
    const env = bareEnvironment();
    const version = ran('/usr/bin/env', ['node', packed.command, '--version'], { cwd: working, env });
    const { version: expected } = JSON.parse(textOf('package.json'));
    expect(version).toEqual({ status: 0, out: `${expected}\n`, err: '' });
    const policy = join(packed.folder, 'docs', 'policies', 'opt-in.yaml');
    const { status, out, err } = ran(packed.command, ['validate', policy], { cwd: working, env });
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(/opt-in\.yaml: valid; /);
  });

  it('prints what to do about an alarm, in any working directory', () => {
    const { status, out, err } = ran(packed.command, ['runbook', 'key-ending'], {
      cwd: temporaryDirectory(),
      env: bareEnvironment(),
    });
    expect([status, err, out.split('\n')[0]]).toEqual([0, '', '## key-ending']);
  });

  // Since Node.js 22.1 it keeps compiled code itself, in a folder of its own.
  it.skipIf('enableCompileCache' in module)('keeps compiled code, and compiles again what is damaged', () => {
    const parts = join(packed.folder, 'dist', 'package');
    const env = bareEnvironment();
    const versionWorks = () => {
      const { status, out, err } = ran(packed.command, ['--version'], { env });
      expect([status, out, err]).toEqual([0, `${JSON.parse(textOf('package.json')).version}\n`, '']);
    };
    versionWorks();
    const kept = readdirSync(parts).filter((name) => name.startsWith('compiled-'));
    expect(kept).toEqual([`compiled-${process.version}-${process.arch}`]);
    const folder = join(parts, kept[0] ?? '');
    const program = join(folder, 'headroom.cjs.bin');
    const { ino } = statSync(program);
    versionWorks();
    expect(statSync(program).ino).toBe(ino);

    const code = readFileSync(program);
    writeFileSync(program, code.subarray(0, 10));
    versionWorks();
    expect(readFileSync(program).length).toBeGreaterThan(10);

    // Another user's folder cannot be written; nor can this.
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    versionWorks();
    rmSync(folder);
  });

  it.skipIf('enableCompileCache' in module)('keeps code that a simulation compiled for the next one', () => {
    const parts = join(packed.folder, 'dist', 'package');
    const policy = join(packed.folder, 'docs', 'policies', 'org-wide.yaml');
    const simulated = () => {
      const args = ['simulate', '--days', '1', '--seeds', '1', '--json', '--policy', policy];
      expect(ran(packed.command, args, { env: bareEnvironment() }).status).toBe(0);
      const folder = join(parts, `compiled-${process.version}-${process.arch}`);
      return Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).ino]));
    };
    const kept = simulated();
    expect(Object.keys(kept)).toContain('headroom.cjs.bin');
    expect(simulated()).toEqual(kept);
  });

  it('runs with npx from the tarball', () => {
    const npx = ['--offline', '--yes', '--cache', temporaryDirectory(), `./${basename(packed.tarball)}`];
    const { status, out } = ran('npx', [...npx, 'workflow'], { cwd: dirname(packed.tarball) });
    expect([status, JSON.parse(out).StartAt]).toEqual([0, 'Trigger']);
  });

  it('plans the sample organization on a platform', async () => {
    const token = 'canary-package-token';
    const platform = await servePlatform({ scenario: sampleOrganization(), token, speed: 0, control: false });
    onTestFinished(() => platform.close());
    const env = bareEnvironment({
      HEADROOM_BASE_URL: platform.url,
      HEADROOM_ORGANIZATION: platform.organization,
      HEADROOM_TOKEN: token,
    });
    const policy = join(packed.folder, 'docs', 'policies', 'org-wide.yaml');
    const { stdout, stderr } = await ranBeside(packed.command, ['plan', '--policy', policy], env);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^Plan: \d+ to enable, .* a month\)/);
    expect(stdout + stderr).not.toContain(token);
  });

  it('starts the demo with the sample organization and the policy that it brings', () => {
    const { status, out, err } = ran(packed.command, ['start', '--once', '--port', '0', '--json'], {
      env: bareEnvironment(),
    });
    expect([status, err]).toEqual([0, expect.not.stringContaining('error:')]);
    expect(JSON.parse(out)).toMatchObject({ outcome: 'applied', verdict: 'apply' });
  });
});

describe('the library', () => {
  it('can be imported, with types that need no other package', () => {
    const project = temporaryDirectory();
    const program = `import { checkPolicy, type PlanJson, policyJsonSchema, version } from 'disk-headroom';
const { policy, errors } = checkPolicy('version: 1', 'policy.yaml');
const digestOf = (plan: PlanJson): string => plan.digest;
const mode: 'observe' | 'enforce' | 'stop' | undefined = policy?.mode;
console.log(JSON.stringify([typeof digestOf, mode ?? null, errors.length > 0, version, policyJsonSchema().title]));
`;
    writeFileSync(join(project, 'program.ts'), program);
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    ran('mkdir', ['node_modules'], { cwd: project });
    symlinkSync(packed.folder, join(project, 'node_modules', 'disk-headroom'));
    const flags = '--module nodenext --target es2023 --lib es2023,dom --strict --types'.split(' ');
    const compiled = ran(join(root, 'node_modules', '.bin', 'tsc'), [...flags, '', 'program.ts'], { cwd: project });
    expect(compiled).toEqual({ status: 0, out: '', err: '' });
    const { version } = JSON.parse(textOf('package.json'));
    expect(JSON.parse(ran(process.execPath, ['program.js'], { cwd: project }).out)).toEqual([
      'function',
      null,
      true,
      version,
      'Headroom policy',
    ]);
  });
});
