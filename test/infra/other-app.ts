import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Headroom } from '../../lib/infra/headroom.ts';
import type { HeadroomProps } from '../../lib/infra/props.ts';
import type { Resource } from './access/template.ts';
import { root } from './deployed.ts';

/** An app of others that uses the construct. */

export const bundles = join(root, 'lib', 'workflow');
export const settings = { baseUrl: 'https://api.example.com', organization: 'org-example' };

export const emptyStack = (context: Readonly<Record<string, unknown>> = {}, name = 'headroom') =>
  new Stack(new App({ context, builtinCloudFormationValidation: false, treeMetadata: false }), name);

export const made = (props: Partial<HeadroomProps> = {}, stack = emptyStack()) => {
  const headroom = new Headroom(stack, 'Headroom', { settings, ...props }, bundles);
  return { stack, headroom };
};

export const resourcesOf = (stack: Stack): Readonly<Record<string, Resource>> =>
  Template.fromStack(stack).toJSON().Resources;

export const ofType = (stack: Stack, type: string): readonly Resource[] =>
  Object.values(resourcesOf(stack)).filter(({ Type }) => Type === type);

export const failing = (props: Partial<HeadroomProps>): string => {
  try {
    made(props);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it did not fail');
};
