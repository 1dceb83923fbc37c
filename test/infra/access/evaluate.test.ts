import { describe, expect, it } from 'vitest';
import { isPermitted } from './attempts.ts';
import type { Statement } from './evaluate.ts';

const request = { caller: 'arn:aws:iam::1:role/a', action: 's3:PutObject', resource: 'arn:aws:s3:::b/k' };
const allow: Statement = { Effect: 'Allow', Action: 's3:*', Resource: 'arn:aws:s3:::b/*' };
const deny: Statement = { Effect: 'Deny', Principal: '*', Action: 's3:Put*', Resource: '*' };

describe('the evaluator of policies', () => {
  it('permits nothing by itself, and what one policy permits and none denies', () => {
    expect(isPermitted(request, [], [])).toBe(false);
    expect(isPermitted(request, [allow], [])).toBe(true);
    expect(isPermitted(request, [], [{ ...allow, Principal: { AWS: request.caller } }])).toBe(true);
    expect(isPermitted(request, [], [{ ...allow, Principal: { AWS: 'arn:aws:iam::1:role/b' } }])).toBe(false);
    expect(isPermitted(request, [allow], [deny])).toBe(false);
  });

  it('takes wildcards and nothing else for patterns', () => {
    expect(isPermitted(request, [{ ...allow, Action: 's3:P?tObject' }], [])).toBe(true);
    expect(isPermitted(request, [{ ...allow, Action: 's3.PutObject' }], [])).toBe(false);
    expect(isPermitted({ ...request, resource: 'arn:aws:s3:::bb/k' }, [allow], [])).toBe(false);
  });

  it('holds a negated condition for an absent key, and no other', () => {
    const with_ = (Condition: Statement['Condition']) => isPermitted(request, [allow], [{ ...deny, Condition }]);
    expect(with_({ StringNotEquals: { 's3:object-lock-mode': 'COMPLIANCE' } })).toBe(false);
    expect(with_({ StringEquals: { 's3:object-lock-mode': 'COMPLIANCE' } })).toBe(true);
    expect(with_({ Null: { 's3:if-none-match': 'true' } })).toBe(false);
    expect(with_({ ArnNotEquals: { 'aws:PrincipalArn': request.caller } })).toBe(true);
  });

  it('takes NotResource for every resource that it does not name', () => {
    const except = (NotResource: string): Statement => ({
      Effect: 'Deny',
      Principal: '*',
      Action: 's3:*',
      NotResource,
    });
    expect(isPermitted(request, [allow], [except('arn:aws:s3:::b/k')])).toBe(true);
    expect(isPermitted(request, [allow], [except('arn:aws:s3:::b/other')])).toBe(false);
    expect(() => isPermitted(request, [allow], [{ Effect: 'Deny', Principal: '*', Action: 's3:*' }])).toThrow(
      'NotResource',
    );
  });

  it('refuses what it does not know, instead of a guess', () => {
    expect(() => isPermitted(request, [{ ...allow, Condition: { IpAddress: { 'aws:SourceIp': '1' } } }], [])).toThrow(
      'IpAddress',
    );
    expect(() => isPermitted(request, [{ ...allow, NotPrincipal: '*' } as never], [])).toThrow('NotPrincipal');
  });
});
