import { describe, expect, it } from 'vitest';
import {
  judgeBootstrap,
  judgeConcurrency,
  judgeMark,
  judgeServices,
  judgeStack,
  judgeTrail,
} from '../../../lib/core/status/doctor.ts';

describe('the concurrency of an account', () => {
  const fresh = { limit: 10, unreserved: 10, wanted: 0, isDeployed: false };

  it('of a new account is enough for the defaults, slowly, and for no reserved copy', () => {
    expect(judgeConcurrency(fresh)).toMatchObject({
      verdict: 'attention',
      remedy: expect.stringContaining('--desired-value 1000'),
    });
    expect(judgeConcurrency({ ...fresh, wanted: 14 })).toMatchObject({
      verdict: 'problem',
      remedy: expect.stringMatching(/^set reserveConcurrency to false, or: .* --desired-value 114$/),
    });
  });

  it('is too small as soon as fewer than 100 would stay unreserved', () => {
    const verdictOf = (unreserved: number) =>
      judgeConcurrency({ limit: 1_000, unreserved, wanted: 14, isDeployed: false }).verdict;
    expect([114, 113].map(verdictOf)).toEqual(['ok', 'problem']);
    expect(judgeConcurrency({ limit: 1_000, unreserved: 50, wanted: 14, isDeployed: false }).remedy).toContain('1064');
  });

  it('of a deployed stack may be enough because the stack reserves some already, and is not called enough for that', () => {
    const verdictOf = (limit: number, unreserved: number) =>
      judgeConcurrency({ limit, unreserved, wanted: 14, isDeployed: true }).verdict;
    expect(verdictOf(114, 100)).toBe('attention');
    // Other functions may reserve all the rest.
    expect(verdictOf(1_000, 100)).toBe('attention');
    expect(verdictOf(1_000, 114)).toBe('ok');
    expect(verdictOf(10, 10)).toBe('problem');
  });
});

it.each([
  [judgeBootstrap(null, 6), 'problem', 'npx cdk bootstrap'],
  [judgeBootstrap(5, 6), 'problem', 'npx cdk bootstrap'],
  [judgeBootstrap(6, 6), 'ok', ''],
  [judgeServices(['AWS::SQS::Queue'], []), 'ok', ''],
  [judgeServices([], ['AWS::EventSchemas::Registry', 'AWS::EventSchemas::Schema']), 'problem', 'set schemas to false'],
  [judgeServices([], ['AWS::EventSchemas::Registry', 'AWS::Pipes::Pipe']), 'problem', 'deploy in another region'],
  [judgeMark(null, 'headroom'), 'ok', ''],
  [judgeMark('headroom', 'headroom'), 'ok', ''],
  [judgeStack(null, 'headroom'), 'ok', ''],
  [judgeStack('UPDATE_ROLLBACK_COMPLETE', 'headroom'), 'ok', ''],
  [judgeTrail(['all']), 'ok', ''],
])('a deployment: %j', (line, verdict, remedy) => {
  expect([line.verdict, line.remedy]).toEqual([verdict, remedy]);
});

it('the mark of another stack, a stack that failed or is in progress, and a region without a trail have a remedy', () => {
  expect(judgeMark('other', 'headroom')).toMatchObject({
    verdict: 'problem',
    remedy: expect.stringContaining('other'),
  });
  expect(judgeStack('ROLLBACK_COMPLETE', 'headroom').remedy).toMatch(/--stack-name headroom; then npx cdk deploy$/);
  for (const status of ['UPDATE_ROLLBACK_FAILED', 'UPDATE_IN_PROGRESS'])
    expect(judgeStack(status, 'headroom').verdict).toBe('problem');
  expect(judgeTrail([])).toMatchObject({ verdict: 'attention', says: expect.stringContaining('key-ending') });
});
