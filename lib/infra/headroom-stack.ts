import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Settings } from '../contract/settings.ts';
import { Headroom } from './headroom.ts';

interface HeadroomStackProps extends StackProps {
  readonly settings: Settings;
  /** Folder with the output of `bundleFunctions`. */
  readonly bundles: string;
}

/** A stack with one Headroom and nothing else, for deployments from a clone of the repository. */
export class HeadroomStack extends Stack {
  constructor(scope: Construct, id: string, { settings, bundles, ...props }: HeadroomStackProps) {
    const description = 'Headroom: keeps managed data services from running out of disk';
    const { terminationProtection, schedules, approvers, policyWriters, breakGlass, account, region, ...rest } =
      settings;
    super(scope, id, { description, terminationProtection, env: { account, region }, ...props });
    // The id `Default` is no part of logical ids: stacks that exist keep their resources.
    const roles = { approvers, policyWriters, breakGlass };
    new Headroom(this, 'Default', { settings: rest, schedules, ...roles }, bundles);
  }
}
