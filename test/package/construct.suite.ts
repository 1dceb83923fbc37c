import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allTasks } from '../../lib/contract/tasks.ts';
import { type Packed, ran, root } from './packed.ts';

/** The app that docs/deploy.md shows. */
const example = /```ts\n([^`]*from 'disk-headroom\/cdk'[^`]*)```/.exec(
  readFileSync(join(root, 'docs', 'deploy.md'), 'utf8'),
)?.[1];

/** A second organization beside it, the rules of cdk-nag over both, and what became of them. */
const rest = `
import { readFileSync } from 'node:fs';
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, NIST80053R5Checks, ServerlessChecks } from 'cdk-nag';

const second = new Stack(app, 'headroom-staging');
new Headroom(second, 'Another', {
  settings: { baseUrl: 'https://api.example.com', organization: 'org-staging', callsPerMinute: 50, rotationDays: null },
  policy: { version: 1, mode: 'observe', rules: [{ name: 'all', match: { project: '*' }, effect: 'ignore' }] },
  policyWriters: ['arn:aws:iam::111122223333:role/policy-writer'],
});
const findings = [new AwsSolutionsChecks(), new ServerlessChecks(), new NIST80053R5Checks()].flatMap((pack) =>
  pack.validateScope(app).violations.flatMap(({ ruleName, violatingResources }) =>
    violatingResources.map(({ constructPath }) => ruleName + ' ' + constructPath),
  ),
);
const assembly = app.synth();
const stacks = assembly.stacks.map(({ stackName, template, assets }) => ({ stackName, template, assets, folder: assembly.directory }));
console.log(JSON.stringify({ findings, stacks }));
`;

interface SynthesizedStack {
  readonly stackName: string;
  readonly template: {
    readonly Resources: Readonly<Record<string, { Type: string; Properties: Record<string, unknown> }>>;
  };
}

/** `disk-headroom/cdk` in an app outside of this repository. */
export const constructSentences = (packedPackage: () => Packed): void => {
  describe('the construct library', () => {
    const project = mkdtempSync(join(tmpdir(), 'headroom-app-'));
    afterAll(() => rmSync(project, { recursive: true, force: true }));
    let compiled: ReturnType<typeof ran>;
    let synthesized: ReturnType<typeof ran>;
    let findings: readonly string[] = [];
    let stacks: readonly SynthesizedStack[] = [];

    const namesOf = ({ template }: SynthesizedStack, type: string, member: string) =>
      Object.values(template.Resources)
        .filter(({ Type }) => Type === type)
        .map(({ Properties }) => String(Properties[member]));

    beforeAll(() => {
      const modules = join(project, 'node_modules');
      mkdirSync(modules);
      // The package is a copy, because Node.js looks beside the file that a link points at for the CDK of the app.
      cpSync(packedPackage().folder, join(modules, 'disk-headroom'), { recursive: true });
      for (const name of ['aws-cdk-lib', 'constructs', 'cdk-nag'])
        symlinkSync(join(root, 'node_modules', name), join(modules, name));
      cpSync(join(root, 'docs', 'policies', 'org-wide.yaml'), join(project, 'policy.yaml'));
      writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
      // The CDK's own validation only prints warnings, and takes as long as everything else.
      const app = `${example}${rest}`.replace('new App()', 'new App({ builtinCloudFormationValidation: false })');
      writeFileSync(join(project, 'app.ts'), app);
      const types = ['--typeRoots', join(root, 'node_modules', '@types'), '--types', 'node'];
      const flags = '--module nodenext --target es2023 --strict --skipLibCheck --checkers 1'.split(' ');
      compiled = ran(join(root, 'node_modules', '.bin', 'tsc'), [...flags, ...types, 'app.ts'], { cwd: project });
      synthesized = ran(process.execPath, ['app.js'], { cwd: project });
      if (synthesized.status === 0) ({ findings, stacks } = JSON.parse(synthesized.out));
    });

    it('has types for an app, which the example of docs/deploy.md compiles with', () => {
      expect(compiled).toEqual({ status: 0, out: '', err: '' });
    });

    it('synthesizes twice in one app with different settings, and cdk-nag has no finding', () => {
      const { status, err } = synthesized;
      expect([status, err.replaceAll(/^.*\[(?:Warning|Info)\b.*$/gm, '').trim()]).toEqual([0, '']);
      expect(findings).toEqual([]);
      expect(stacks.map(({ stackName }) => stackName)).toEqual(['headroom-prod', 'headroom-staging']);
    });

    it('brings the code of every function, and builds nothing', () => {
      const [first] = stacks;
      if (first === undefined) throw new Error('no stack was synthesized');
      // Without the setting `channels` nothing delivers to them.
      const tasks = allTasks.map(({ name }) => name).filter((name) => name !== 'deliver');
      const handlers = namesOf(first, 'AWS::Lambda::Function', 'Handler').map((handler) => handler.split('/')[0] ?? '');
      expect(handlers.toSorted()).toEqual([...tasks, 'put-policy'].toSorted());
      const paths = packedPackage().files.map(({ path }) => path);
      for (const name of handlers) expect(paths).toContain(`dist/package/functions/${name}/index.mjs`);
      expect(paths.filter((path) => path.startsWith('dist/package/') && /esbuild/.test(path))).toEqual([]);
    });

    it('gives no two deployments the same name of anything', () => {
      const named = [
        ['AWS::Lambda::Function', 'FunctionName'],
        ['AWS::StepFunctions::StateMachine', 'StateMachineName'],
        ['AWS::Events::EventBus', 'Name'],
        ['AWS::CloudWatch::Alarm', 'AlarmName'],
        ['AWS::Logs::LogGroup', 'LogGroupName'],
      ] as const;
      for (const [type, member] of named) {
        const [one = [], two = []] = stacks.map((stack) => namesOf(stack, type, member));
        expect(one.length).toBeGreaterThan(0);
        expect(one.filter((name) => two.includes(name))).toEqual([]);
      }
    });

    it('can be required by an app of CommonJS modules', () => {
      const { status, out } = ran(process.execPath, ['-p', "typeof require('disk-headroom/cdk').Headroom"], {
        cwd: project,
      });
      expect([status, out.trim()]).toEqual([0, 'function']);
    });
  });
};
