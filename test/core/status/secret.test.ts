import { describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '../../../lib/core/model/durations.ts';
import { judgeSecret, type SecretFacts } from '../../../lib/core/status/secret.ts';

const now = Date.parse('2030-06-15T12:00:00Z');
const at = (msFromNow: number): string => new Date(now + msFromNow).toISOString();

const current = { stages: ['AWSCURRENT'], storedAt: at(-10 * dayMs), end: null };
const pending = (ageMs: number) => ({ stages: ['AWSPENDING'], storedAt: at(-ageMs), end: null });
const ending = (leftMs: number) => ({ ...current, end: { expiresMs: now + leftMs, lifetimeMs: 90 * dayMs } });
const judged = (given: Partial<SecretFacts>) =>
  judgeSecret({ versions: [current], nextRotationAt: null, regular: false, ...given }, now);

describe('the secret', () => {
  it('with a token in use is fine, and shows stages, ages and the next rotation', () => {
    const previous = { stages: ['AWSPREVIOUS'], storedAt: at(-40 * dayMs), end: null };
    expect(judged({ versions: [current, previous], regular: true, nextRotationAt: at(20 * dayMs) })).toEqual({
      subject: 'secret',
      verdict: 'ok',
      says: 'AWSCURRENT 10 days old, AWSPREVIOUS 40 days old; next rotation in 20 days',
      remedy: '',
    });
  });

  it('without one in use is a problem', () => {
    expect(judged({ versions: [] })).toMatchObject({ verdict: 'problem', remedy: 'headroom token store' });
    expect(judged({ versions: [pending(0)] })).toMatchObject({ verdict: 'problem' });
  });

  it.each<[string, Partial<SecretFacts>, string, RegExp]>([
    ['has expired', { versions: [ending(-1)] }, 'problem', /has expired/],
    ['is about to expire', { versions: [ending(13 * dayMs)] }, 'problem', /expires in 13 days/],
    ['expires later', { versions: [ending(15 * dayMs)] }, 'ok', /^AWSCURRENT 10 days old$/],
    ['is due within the day', { regular: true, nextRotationAt: at(-hourMs) }, 'ok', /rotation overdue by 60 minutes/],
    ['is overdue', { regular: true, nextRotationAt: at(-2 * dayMs) }, 'problem', /rotation overdue by 2 days/],
    ['has no date on AWS', { regular: true }, 'attention', /no rotation is scheduled/],
    ['is being replaced', { versions: [current, pending(60_000)] }, 'ok', /AWSPENDING 60 seconds old/],
    ['was left half replaced', { versions: [current, pending(2 * hourMs)] }, 'attention', /was interrupted/],
    ['is old', { versions: [{ ...current, storedAt: at(-91 * dayMs) }] }, 'attention', /no rotation is scheduled/],
    ['is of unknown age', { versions: [{ ...current, storedAt: null }] }, 'ok', /of unknown age/],
  ])('whose token %s', (_, given, verdict, says) => {
    const line = judged(given);
    expect([line.verdict, line.remedy === '']).toEqual([verdict, verdict === 'ok']);
    expect(line.says).toMatch(says);
  });

  it('whose token ends although a schedule replaces it, points to the section of the alarm', () => {
    const { remedy } = judged({ versions: [ending(13 * dayMs)], regular: true, nextRotationAt: at(dayMs) });
    expect(remedy).toBe('headroom runbook token-expiring');
    const overdue = judged({ regular: true, nextRotationAt: at(-2 * dayMs) });
    expect(overdue.remedy).toBe('headroom runbook rotation-failed');
  });

  it('that names one version both current and pending, as the end of a rotation does for a moment, is fine', () => {
    expect(judged({ versions: [{ ...current, stages: ['AWSCURRENT', 'AWSPENDING'] }] }).verdict).toBe('ok');
  });
});
