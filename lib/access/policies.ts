import type { Statement } from './evaluate.ts';
import { flat, listed, type Resources, type Resource } from './template.ts';

const statementsOf = (
  resources: Resources,
  types: readonly string[],
): { readonly statement: Statement; readonly of: Resource }[] =>
  Object.values(resources)
    .filter(({ Type }) => types.includes(Type))
    .flatMap((of) => of.Properties.PolicyDocument.Statement.map((statement: Statement) => ({ statement, of })));

/** Statements of the policies that are attached to a role of the template, by its logical id. */
export const policiesOf = (resources: Resources, role: string): Statement[] =>
  statementsOf(resources, ['AWS::IAM::ManagedPolicy', 'AWS::IAM::Policy'])
    .filter(({ of }) => listed(of.Properties.Roles ?? []).includes(`<${role}>`))
    .map(({ statement }) => statement);

/** Statements of the policy of the event bus of the template. */
export const policyOfBus = (resources: Resources): Statement[] =>
  Object.values(resources)
    .filter(({ Type }) => Type === 'AWS::Events::EventBusPolicy')
    .map(({ Properties }) => Properties.Statement);

/** Statements of the policy of a bucket of the template, by its logical id. */
export const policyOfBucket = (resources: Resources, bucket: string): Statement[] =>
  statementsOf(resources, ['AWS::S3::BucketPolicy'])
    .filter(({ of }) => flat(of.Properties.Bucket) === `<${bucket}>`)
    .map(({ statement }) => statement);
