import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, type Stack, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks, NIST80053R5Checks, ServerlessChecks } from 'cdk-nag';
import { parseSettings } from '../../lib/contract/settings.ts';
import { HeadroomStack } from '../../lib/infra/headroom-stack.ts';
import type { Resource } from './access/template.ts';

export const root = join(import.meta.dirname, '..', '..');

const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));

/** A folder in place of the bundles; its content affects no resource. */
const bundles = join(root, 'lib', 'workflow');

/** The stack of cdk.json with a test's settings; not yet synthesized. */
const makeStack = (settings: object): Stack => {
  const app = new App({
    context: { ...context, 'aws:cdk:bundling-stacks': [] },
    // It only prints warnings and takes six seconds. `npm run synth` enables it.
    builtinCloudFormationValidation: false,
    treeMetadata: false,
  });
  return new HeadroomStack(app, 'headroom', { settings: parseSettings({ ...context.headroom, ...settings }), bundles });
};

const stacks = new Map<string, Stack>();

/** The same, made once for all tests: none changes it. */
export const stackOf = (settings: object = {}): Stack => {
  const key = JSON.stringify(settings);
  const stack = stacks.get(key) ?? makeStack(settings);
  stacks.set(key, stack);
  return stack;
};

/** Unacknowledged findings of the three packs. */
export const findings = (stack: Stack): string[] =>
  [new AwsSolutionsChecks(), new ServerlessChecks(), new NIST80053R5Checks()].flatMap((pack) =>
    pack
      .validateScope(stack)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
      ),
  );

/** Acknowledged findings: construct, finding, reason. */
export const acknowledged = (stack: Stack) =>
  stack.node.findAll().flatMap((construct) =>
    construct.node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.entries(data as Record<string, string>))
      .map(([finding, reason]) => ({ at: construct.node.path, finding, reason })),
  );

export interface Deployed {
  readonly stack: Stack;
  readonly resources: Readonly<Record<string, Resource>>;
  /** Values by name. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Logical id and properties of every resource of a type. */
  readonly of: (type: string) => [string, Resource['Properties']][];
}

const made = new Map<string, Deployed>();

/**
 * The stack with these settings and its template, built once for all tests, because building takes longer than they do.
 */
export const deployed = (settings: object = {}): Deployed => {
  const key = JSON.stringify(settings);
  const known = made.get(key);
  if (known !== undefined) return known;
  const stack = stackOf(settings);
  // Also refuses a template with circular dependencies.
  const template = Template.fromStack(stack).toJSON();
  const resources = template.Resources as Record<string, Resource>;
  const outputs = Object.fromEntries(
    Object.entries(template.Outputs as Record<string, { Value: unknown }>).map(([name, { Value }]) => [name, Value]),
  );
  const of = (type: string): [string, Resource['Properties']][] =>
    Object.entries(resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id, { Properties }]) => [id, Properties]);
  const one = { stack, resources, outputs, of };
  made.set(key, one);
  return one;
};

/** Every setting that adds a resource or changes one. */
export const everythingChosen = {
  enabled: true,
  alarmAddress: 'operators@example.com',
  trustedOrganization: 'o-a1b2c3d4e5',
  channels: true,
  backup: true,
  reserveConcurrency: true,
  network: { subnetIds: ['subnet-0a1b2c3d4e5f60718'], securityGroupIds: ['sg-0a1b2c3d4e5f60718'] },
};
