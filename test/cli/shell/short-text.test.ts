import { describe, expect, it } from 'vitest';
import { shortDigest, timeText } from '../../../lib/cli/shell/short-text.ts';

const nowMs = Date.parse('2026-03-02T08:12:00.000Z');

describe('a time on the console', () => {
  it('is in words, with the exact one beside it', () => {
    expect(timeText('2026-03-02T08:00:00.000Z', nowMs)).toBe('12 minutes ago (2026-03-02T08:00:00.000Z)');
    expect(timeText('2026-03-02T08:12:00.000Z', nowMs)).toBe('0 seconds ago (2026-03-02T08:12:00.000Z)');
  });

  it.each(['2026-03-02T09:00:00.000Z', 'soon'])('is exact only if it is in the future or unreadable: %s', (time) => {
    expect(timeText(time, nowMs)).toBe(time);
  });
});

it('a digest on the console has its first 12 characters, as many as an approval needs', () => {
  expect(shortDigest('0123456789abcdef')).toBe('0123456789ab');
});
