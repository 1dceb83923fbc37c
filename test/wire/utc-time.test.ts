import { env as environment } from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { utcMs } from '../../lib/wire/utc-time.ts';

const moment = Date.UTC(2026, 2, 2, 8, 49, 37);

describe('a time of the platform', () => {
  const { TZ: zone = 'UTC' } = environment;
  beforeEach(() => {
    environment.TZ = 'America/New_York';
  });
  afterEach(() => {
    environment.TZ = zone;
  });

  it('is read on a machine that is not in UTC', () => {
    expect(new Date(2026, 2, 2).getTimezoneOffset()).toBe(300);
  });

  it.each([
    ['with its zone', '2026-03-02T08:49:37Z'],
    ['with another zone', '2026-03-02T10:49:37+02:00'],
    ['without a zone', '2026-03-02T08:49:37'],
    ['without a zone, and with a space', '2026-03-02 08:49:37'],
    ['as HTTP writes it', 'Mon, 02 Mar 2026 08:49:37 GMT'],
    ['as HTTP wrote it before', 'Monday, 02-Mar-26 08:49:37 GMT'],
    ['as the C library writes it', 'Mon Mar  2 08:49:37 2026'],
  ])('%s is that moment in UTC', (_, text) => {
    expect(utcMs(text)).toBe(moment);
  });

  it('that is a day alone begins at midnight UTC', () => {
    expect(utcMs('2026-03-02')).toBe(Date.UTC(2026, 2, 2));
  });

  it.each(['', 'soon', '2026-13-02T08:00:00Z'])('is none in %j', (text) => {
    expect(utcMs(text)).toBeNaN();
  });
});
