import { describe, expect, it } from 'vitest';
import { judgeDeadLetters, judgeSchedules, judgeVersions } from '../../../lib/core/status/deployment.ts';

const pass = { purpose: 'whole pass', expression: 'rate(1 hour)', isEnabled: true };
const watch = { purpose: 'look for new services', expression: 'rate(2 minutes)', isEnabled: true };
const off = { isEnabled: false };

describe('schedules', () => {
  it.each([
    ['all enabled', [pass, watch], 'ok'],
    ['one disabled', [pass, { ...watch, ...off }], 'problem'],
    ['none enabled yet', [{ ...pass, ...off }], 'attention'],
    ['none there', [], 'problem'],
  ])('%s', (_, schedules, verdict) => {
    expect(judgeSchedules(schedules, null).verdict).toBe(verdict);
  });

  it('name those that are disabled, and say that nothing was ever started', () => {
    expect(judgeSchedules([pass, { ...watch, ...off }], null).says).toBe(
      'disabled: look for new services; the workflow was never started',
    );
    expect(judgeSchedules([{ ...pass, ...off }], null).says).toBe(
      'all schedules are disabled; the workflow was never started',
    );
  });

  it('tell when the workflow was started last', () => {
    expect(judgeSchedules([pass], 180_000).says).toBe(
      'whole pass rate(1 hour); the workflow was started 3 minutes ago',
    );
  });
});

it('dead letters are a problem from the first message on, with the section of the runbook', () => {
  const queue = (name: string, waiting: number) => ({ name, waiting, section: `${name}-dead` });
  expect(judgeDeadLetters([queue('events', 0), queue('deliveries', 0)])).toMatchObject({
    verdict: 'ok',
    says: 'events and deliveries: empty',
  });
  expect(judgeDeadLetters([queue('events', 0), queue('deliveries', 1)])).toMatchObject({
    verdict: 'problem',
    says: '1 waiting in deliveries',
    remedy: 'headroom runbook deliveries-dead',
  });
  expect(judgeDeadLetters([]).verdict).toBe('problem');
});

it('versions want attention where the deployment is of another one', () => {
  const here = { headroom: '1.2.0', node: '24.0.0', profile: 'documented' };
  expect(judgeVersions({ ...here, deployed: null }).verdict).toBe('ok');
  expect(judgeVersions({ ...here, deployed: '1.2.0' }).verdict).toBe('ok');
  expect(judgeVersions({ ...here, deployed: '1.1.0' })).toMatchObject({
    verdict: 'attention',
    says: 'Headroom 1.2.0, Node.js 24.0.0, profile documented; deployed: 1.1.0',
  });
});
