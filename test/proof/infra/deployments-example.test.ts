import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { HeadroomStack } from '../../../lib/infra/headroom-stack.ts';
import { deploymentsOf } from '../../../lib/infra/settings-file.ts';
import type { Resource } from '../../infra/access/template.ts';
import { deployed, findings, root } from '../../infra/deployed.ts';
import { bundles } from '../../infra/other-app.ts';

/** As docs/deploy.md describes it: two accounts and two regions of one AWS organization, synthesized at once. */
const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));
const chosen = deploymentsOf((name) => (name === 'settings' ? 'test/infra/deployments' : undefined), root);

const app = new App({ context, builtinCloudFormationValidation: false, treeMetadata: false });
const stacks = chosen.map(({ stackName, settings }) => new HeadroomStack(app, stackName, { settings, bundles }));
const assembly = app.synth();

const templateOf = ({ stackName }: Stack) => assembly.getStackByName(stackName).template;
const resourcesOf = (stack: Stack): readonly Resource[] => Object.values(templateOf(stack).Resources);
const placeOf = ({ account, region }: Stack): string => `${account} ${region}`;

interface Destination {
  readonly bucketName: string;
  readonly region: string;
  readonly assumeRoleArn: string;
}

interface Assets {
  readonly files: Readonly<
    Record<string, { readonly source: { readonly path: string }; readonly destinations: Record<string, Destination> }>
  >;
}

/** What `cdk deploy` uploads before a stack, and where to. */
const assetsOf = ({ stackName }: Stack): Assets['files'] =>
  JSON.parse(readFileSync(join(assembly.directory, `${stackName}.assets.json`), 'utf8')).files;

/** Names that a template gives itself; CloudFormation makes those of other resources. */
const ownNames = (stack: Stack): string[] =>
  resourcesOf(stack).flatMap(({ Type, Properties = {} }) =>
    Object.entries(Properties).flatMap(([property, value]) =>
      /^(?:\w+Name|Name)$/.test(property) && typeof value === 'string' && !/Metric|Event|Display/.test(property)
        ? [`${Type} ${value}`]
        : [],
    ),
  );

/** Accounts, regions, organizations and names of the other deployments. */
const foreignWords = (stack: Stack): string[] => {
  const own = new Set([stack.account, stack.region]);
  const others = stacks.filter((other) => other !== stack);
  return [
    ...others.flatMap(({ account, region }) => [account, region]).filter((word) => !own.has(word)),
    ...others.flatMap(({ stackName }) => [stackName, stackName.replace('headroom', 'org')]),
  ];
};

describe('the example of several accounts and regions', () => {
  it('is one stack for each, in the place that its file names', () => {
    expect(stacks.map((stack) => [stack.stackName, placeOf(stack)])).toEqual([
      ['headroom-data-eu', '111122223333 eu-west-1'],
      ['headroom-data-us', '111122223333 us-east-1'],
      ['headroom-shop-eu', '444455556666 eu-west-1'],
      ['headroom-shop-us', '444455556666 us-east-1'],
    ]);
    expect(stacks.map(({ stackName }) => assembly.getStackByName(stackName).environment.name)).toEqual(
      stacks.map(({ account, region }) => `aws://${account}/${region}`),
    );
  });

  it('has every resource of a deployment in each, and passes the three packs of rules', () => {
    const typesOf = (resources: readonly Resource[]) => resources.map(({ Type }) => Type).sort();
    const settings = { alarmAddress: 'operators@example.com', trustedOrganization: 'o-a1b2c3d4e5' };
    const whole = typesOf(Object.values(deployed(settings).resources));
    for (const stack of stacks) {
      expect(typesOf(resourcesOf(stack))).toEqual(whole);
      expect(findings(stack)).toEqual([]);
    }
  });

  it('uploads the code of every function to a bucket of its own account and region', () => {
    for (const stack of stacks) {
      const { account, region } = stack;
      const assets = assetsOf(stack);
      const bucket = `cdk-hnb659fds-assets-${account}-${region}`;
      const destinations = Object.values(assets).flatMap((asset) => Object.values(asset.destinations));
      expect(new Set(destinations.map(({ bucketName }) => bucketName))).toEqual(new Set([bucket]));
      expect(new Set(destinations.map((one) => one.region))).toEqual(new Set([region]));
      for (const { assumeRoleArn } of destinations) expect(assumeRoleArn).toContain(`::${account}:role/`);
      for (const { source } of Object.values(assets))
        expect(existsSync(join(assembly.directory, source.path))).toBe(true);
      const code = resourcesOf(stack).filter(({ Type }) => Type === 'AWS::Lambda::Function');
      expect(code.length).toBeGreaterThan(5);
      for (const { Properties } of code) {
        const { S3Bucket, S3Key, ZipFile } = Properties.Code;
        if (ZipFile === undefined)
          expect([S3Bucket, Object.keys(assets)]).toEqual([
            bucket,
            expect.arrayContaining([S3Key.replace('.zip', '')]),
          ]);
      }
    }
  });

  it('has no account, region, organization or name of another one in a template', () => {
    for (const stack of stacks) {
      const text = JSON.stringify(templateOf(stack));
      expect([...foreignWords(stack), 'Fn::ImportValue'].filter((word) => text.includes(word))).toEqual([]);
    }
  });

  it('gives no name twice, also not to what an account has in all regions', () => {
    const names = stacks.flatMap(ownNames);
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('may be deployed in any order: no stack waits for another', () => {
    for (const { stackName } of stacks) {
      const waitsFor = assembly.getStackByName(stackName).dependencies.map(({ id }) => id);
      expect(waitsFor).toEqual([`${stackName}.assets`]);
    }
  });

  it('is refused if two files are for one organization of the platform: each would undo the work of the other', () => {
    const [first] = chosen;
    const again = new App({ context, treeMetadata: false });
    const make = (stackName: string) =>
      first && new HeadroomStack(again, stackName, { settings: { ...first.settings, region: 'eu-west-3' }, bundles });
    make('headroom-first');
    expect(() => make('headroom-second')).toThrow(
      "headroom-second: headroom-first is for the organization org-data-eu already; two would undo each other's work",
    );
  });
});
