import { Stack } from 'aws-cdk-lib';
import { Grant, type IGrantable, type IRole, type IUser } from 'aws-cdk-lib/aws-iam';
import { eventSource, wakingEvents } from '../contract/events.ts';
import type { EventBus } from './event-bus.ts';
import { through } from './key-use.ts';
import type { Storage } from './store/storage.ts';
import { peopleAreas, type WriterRule } from './store/store-writers.ts';

/** Permissions of people and pipelines on a deployment. */

const arnOf = ({ grantPrincipal }: IGrantable): string | undefined =>
  (grantPrincipal as Partial<IRole>).roleArn ?? (grantPrincipal as Partial<IUser>).userArn;

const use = ({ bucket, key }: Storage) => ({ resourceArns: [key.keyArn], conditions: through(bucket, 's3') });

/** Lets someone read the store: `headroom report`, `audit`, `runs`, `dashboard`. */
export const grantRead = (storage: Storage, grantee: IGrantable): Grant => {
  const { bucket } = storage;
  const allow = (actions: string[], ...resourceArns: string[]) =>
    Grant.addToPrincipal({ grantee, actions, resourceArns });
  return allow(['s3:GetObject'], bucket.arnForObjects('*'))
    .combine(allow(['s3:ListBucket'], bucket.bucketArn))
    .combine(Grant.addToPrincipal({ ...use(storage), actions: ['kms:Decrypt'], grantee }))
    .combine(allow(['cloudformation:DescribeStacks'], Stack.of(bucket).stackId));
};

/**
 * Lets someone read the store, and approve plans or write policy, mode and grants. Where a rule names who may, this names
 * one more.
 * @throws Error if the rule exists and the grantee is neither a role nor a user, which the rule could name
 */
export const grantWrite = (storage: Storage, grantee: IGrantable, rule: WriterRule): Grant => {
  const arn = arnOf(grantee);
  if (arn !== undefined) storage.writers.exempt(rule, arn);
  else if (storage.writers.isRestricted(rule))
    throw new Error(`${rule} are named by role or user; grant it to one of those`);
  const { bucket } = storage;
  const allow = (actions: string[], resourceArns: string[]) => Grant.addToPrincipal({ grantee, actions, resourceArns });
  const objects = peopleAreas[rule].map((area) => bucket.arnForObjects(area));
  return grantRead(storage, grantee)
    .combine(allow(['s3:PutObject', 's3:DeleteObject'], objects))
    .combine(Grant.addToPrincipal({ ...use(storage), actions: ['kms:GenerateDataKey'], grantee }));
};

/** Lets a pipeline publish the events that request runs, and no others. */
export const grantRequest = ({ bus }: EventBus, grantee: IGrantable): Grant =>
  Grant.addToPrincipal({
    grantee,
    actions: ['events:PutEvents'],
    resourceArns: [bus.eventBusArn],
    conditions: { StringEquals: { 'events:source': eventSource, 'events:detail-type': [...wakingEvents] } },
  });
