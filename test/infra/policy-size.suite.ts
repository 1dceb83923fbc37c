import { describe, expect, it } from 'vitest';
import type { Resource } from './access/template.ts';
import { deployed, everythingChosen } from './deployed.ts';

/** The longest that AWS makes of a reference: names of buckets have up to 63 characters, generated names of roles 64. */
const longest = (id: string): string => {
  if (/Bucket|AccessLogs/.test(id)) return `arn:aws:s3:::${'b'.repeat(63)}`;
  if (/Role/.test(id)) return `arn:aws:iam::111122223333:role/${'r'.repeat(64)}`;
  return `arn:aws:lambda:ap-southeast-1:111122223333:function:${'f'.repeat(64)}`;
};

/** A part of a template as AWS stores it, with the longest names. */
const filled = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(filled);
  const [[key, of] = ['', '']] = Object.entries(value);
  if (key === 'Ref') return of.startsWith('AWS::') ? '111122223333' : longest(of);
  if (key === 'Fn::GetAtt') return longest(String(of[0]));
  if (key === 'Fn::Join') return of[1].map(filled).join('');
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member)]));
};

const bytesOf = ({ Properties }: Resource): number => JSON.stringify(filled(Properties.PolicyDocument)).length;

/** Limits of AWS for the size of policies: a deployment beyond them fails, and no template check knows. */
export const sizeSentences = (): void => {
  const role = `arn:aws:iam::111122223333:role/aws-reserved/sso.amazonaws.com/eu-central-1/AWSReservedSSO_${'r'.repeat(49)}`;
  const people = { approvers: [role, role], policyWriters: [role, role], breakGlass: [role, role] };
  const all = { ...everythingChosen, auditLockDays: 400, ...people };

  describe.each([
    ['AWS::S3::BucketPolicy', 20 * 1024],
    ['AWS::IAM::ManagedPolicy', 6144],
    ['AWS::SQS::QueuePolicy', 20 * 1024],
  ])('every %s', (type, most) => {
    it.each([
      ['as it comes', {}],
      ['with everything that can be chosen', all],
    ])(`has at most ${most} bytes, %s`, (_, settings) => {
      const found = Object.entries(deployed(settings).resources).filter(([, { Type }]) => Type === type);
      expect(found.length).toBeGreaterThan(0);
      const sizes = found.map(([id, resource]) => [id, bytesOf(resource)] as const);
      expect(sizes.filter(([, bytes]) => bytes > most)).toEqual([]);
    });
  });
};
