import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { made } from '../other-app.ts';

const roles = (count: number, of: string) =>
  Array.from(
    { length: count },
    (_, place) =>
      `arn:aws:iam::111122223333:role/aws-reserved/sso.amazonaws.com/eu-central-1/AWSReservedSSO_${of}${place}_0a1b2c3d4e5f6071`,
  );

describe('the size of the bucket policy', () => {
  it('fails the synth beyond the limit of S3, with the number and the way out', () => {
    const many = { approvers: roles(50, 'a'), policyWriters: roles(50, 'w'), breakGlass: roles(20, 'b') };
    const synth = () => Template.fromStack(made(many).stack);
    expect(synth).toThrow(/bucket has about 2\d{4} bytes, and S3 takes 20480: name fewer roles in approvers/);
  });

  it('is no error with a few roles of each kind', () => {
    const few = { approvers: roles(5, 'a'), policyWriters: roles(5, 'w'), breakGlass: roles(2, 'b') };
    expect(() => Template.fromStack(made(few).stack)).not.toThrow();
  });
});
