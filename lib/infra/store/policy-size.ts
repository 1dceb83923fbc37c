import { Stack } from 'aws-cdk-lib';
import { type BucketPolicy, CfnBucket } from 'aws-cdk-lib/aws-s3';

/** Bytes that S3 takes of a bucket policy at most: its User Guide, quotas of bucket policies. */
const mostBytes = 20_480;

/** Characters of a name that CloudFormation makes: stack, logical id and 12 random ones, as far as the service takes them. */
const madeName = (stack: Stack, id: string, most: number): string =>
  'n'.repeat(Math.min(most, stack.stackName.length + id.length + 14));

const isBucket = (stack: Stack, id: string): boolean =>
  stack.node.findAll().some((node) => node instanceof CfnBucket && stack.resolve(node.logicalId) === id);

/** An ARN or a name as long as the one that a resource of the stack gets. */
const referenced = (stack: Stack, id: string): string =>
  isBucket(stack, id)
    ? `arn:aws:s3:::${madeName(stack, id, 63)}`
    : `arn:aws:iam::111122223333:role/${madeName(stack, id, 64)}`;

/** A part of a template as AWS stores it, with names as long as those that the deployment makes. */
const filled = (stack: Stack, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => filled(stack, item));
  const [[name, of] = ['', undefined]] = Object.entries(value);
  if (name === 'Ref') return String(of).startsWith('AWS::') ? '111122223333' : referenced(stack, String(of));
  if (name === 'Fn::GetAtt') return referenced(stack, String([of].flat()[0]));
  if (name === 'Fn::Join') {
    const [separator, parts] = of as [string, unknown[]];
    return parts.map((part) => filled(stack, part)).join(separator);
  }
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, filled(stack, inner)]));
};

/** Bytes of a bucket policy, with names as long as those that the deployment makes. */
const bytesOf = (policy: BucketPolicy): number => {
  const stack = Stack.of(policy);
  return Buffer.byteLength(JSON.stringify(filled(stack, stack.resolve(policy.document))));
};

/** Fails the synth if S3 would refuse the policy, which CloudFormation only finds out at the end of a deployment. */
export const limitSize = (policy: BucketPolicy): void =>
  policy.node.addValidation({
    validate: () => {
      const bytes = bytesOf(policy);
      if (bytes <= mostBytes) return [];
      return [
        `the policy of the bucket has about ${bytes} bytes, and S3 takes ${mostBytes}: name fewer roles in approvers, policyWriters and breakGlass, for example one role that several people assume`,
      ];
    },
  });
