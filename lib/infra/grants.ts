import { Stack } from 'aws-cdk-lib';
import { Grant, type IGrantable, type IRole, type IUser } from 'aws-cdk-lib/aws-iam';
import { eventSource, wakingEvents } from '../contract/events.ts';
import { storeAreas } from '../contract/store-keys.ts';
import type { EventBus } from './event-bus.ts';
import type { Storage } from './storage.ts';

/** Permissions of people and pipelines on a deployment. */

const arnOf = ({ grantPrincipal }: IGrantable): string | undefined =>
  (grantPrincipal as Partial<IRole>).roleArn ?? (grantPrincipal as Partial<IUser>).userArn;

/** Lets someone read the store: `headroom report`, `audit`, `runs`, `dashboard`. */
export const grantRead = ({ bucket, key }: Storage, grantee: IGrantable): Grant => {
  const allow = (actions: string[], ...resourceArns: string[]) =>
    Grant.addToPrincipal({ grantee, actions, resourceArns });
  return allow(['s3:GetObject'], bucket.arnForObjects('*'))
    .combine(allow(['s3:ListBucket'], bucket.bucketArn))
    .combine(allow(['kms:Decrypt'], key.keyArn))
    .combine(allow(['cloudformation:DescribeStacks'], Stack.of(bucket).stackId));
};

/** The objects that a person writes with one rule of the bucket policy. */
const written = {
  approvers: [storeAreas.approval],
  policyWriters: [storeAreas.policy, storeAreas.policyVersion, storeAreas.calendar, storeAreas.mode, storeAreas.grants],
} as const;

/** The objects that they only delete: a mode other than `enforce` makes the next plan a first one. */
const deleted = { approvers: [], policyWriters: [storeAreas.enforcement] } as const;

/**
 * Lets someone read the store, and approve plans or write policy, mode and grants. Where a rule names who may, this names
 * one more.
 * @throws Error if the rule exists and the grantee is neither a role nor a user, which the rule could name
 */
export const grantWrite = (storage: Storage, grantee: IGrantable, rule: keyof typeof written): Grant => {
  const arn = arnOf(grantee);
  if (arn !== undefined) storage.exempt(rule, arn);
  else if (storage.isRestricted(rule)) throw new Error(`${rule} are named by role or user; grant it to one of those`);
  const { bucket, key } = storage;
  const allow = (actions: string[], resourceArns: string[]) => Grant.addToPrincipal({ grantee, actions, resourceArns });
  const objects = (areas: readonly string[]) => areas.map((area) => bucket.arnForObjects(area));
  return grantRead(storage, grantee)
    .combine(allow(['s3:PutObject'], objects(written[rule])))
    .combine(allow(['s3:DeleteObject'], objects([...written[rule], ...deleted[rule]])))
    .combine(allow(['kms:GenerateDataKey'], [key.keyArn]));
};

/** Lets a pipeline publish the events that request runs, and no others. */
export const grantRequest = ({ bus }: EventBus, grantee: IGrantable): Grant =>
  Grant.addToPrincipal({
    grantee,
    actions: ['events:PutEvents'],
    resourceArns: [bus.eventBusArn],
    conditions: { StringEquals: { 'events:source': eventSource, 'events:detail-type': [...wakingEvents] } },
  });
