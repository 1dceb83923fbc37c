import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leastCallsPerMinute, parseSettings } from '../../lib/contract/settings.ts';

const least = { baseUrl: 'https://api.example.com', organization: 'org1' };

describe('the settings of a deployment', () => {
  it('of the repository can be used as they are, and start nothing by themselves', () => {
    const { context } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'cdk.json'), 'utf8'));
    expect(parseSettings(context.headroom).enabled).toBe(false);
  });

  it('need only the platform and the organization', () => {
    expect(parseSettings(least)).toMatchObject({
      enabled: false,
      profile: 'documented',
      callsPerMinute: 100,
      schedules: { reconcile: 'rate(1 hour)', timeZone: 'UTC' },
    });
  });

  it('have one token, and give each of several as many calls', () => {
    expect(parseSettings(least).callsPerMinute).toBe(100);
  });

  it('that are not there at all say where they belong', () => {
    expect(() => parseSettings(undefined)).toThrow('cdk.json has no context "headroom"');
  });

  const refused: readonly (readonly [string, object, string])[] = [
    ['a misspelt name', { callPerMinute: 5 }, 'callPerMinute'],
    [
      'an address without encryption',
      { baseUrl: 'http://api.example.com' },
      'headroom.baseUrl: must begin with https://',
    ],
    ['no address at all', { baseUrl: 'api.example.com' }, 'headroom.baseUrl: is not a URL'],
    ['an address inside the network', { baseUrl: 'https://10.0.0.1' }, 'headroom.baseUrl: names 10.0.0.1'],
    ['the address of instance metadata', { baseUrl: 'https://169.254.169.254' }, 'headroom.baseUrl: names'],
    ['an IPv6 address', { baseUrl: 'https://[fd00::1]' }, 'headroom.baseUrl: names'],
    ['this machine by its whole name', { baseUrl: 'https://localhost./' }, 'headroom.baseUrl: names localhost'],
    ['this machine', { baseUrl: 'https://localhost:8443' }, 'headroom.baseUrl: names localhost'],
    ['a query', { baseUrl: 'https://api.example.com?a=b' }, 'headroom.baseUrl: contains a query'],
    ['too few calls', { callsPerMinute: 9 }, `headroom.callsPerMinute: 9 is too low`],
    ['no calls at all', { callsPerMinute: 0 }, `use at least ${leastCallsPerMinute}`],
    [
      'a schedule in other words',
      { schedules: { watch: 'every hour' } },
      'headroom.schedules.watch: every hour is neither',
    ],
    [
      'a cron expression of nonsense',
      { schedules: { budget: 'cron(banana)' } },
      'headroom.schedules.budget: cron(banana) has 1 of the 6 fields',
    ],
    [
      'a time zone that is none',
      { schedules: { timeZone: 'Mars/Olympus' } },
      'headroom.schedules.timeZone: "Mars/Olympus" is not a time zone',
    ],
    ['rotation every 0 days', { rotationDays: 0 }, 'headroom.rotationDays'],
    ['a lock of 0 days', { auditLockDays: 0 }, 'headroom.auditLockDays'],
    [
      'runs on each other’s heels',
      { schedules: { reconcile: 'rate(5 minutes)' } },
      'headroom.schedules.reconcile: rate(5 minutes)',
    ],
    [
      'passes further apart than alarms look back',
      { schedules: { reconcile: 'rate(3 days)' } },
      'headroom.schedules.reconcile: rate(3 days)',
    ],
    [
      'daily passes on each other’s heels',
      { schedules: { budget: 'rate(5 minutes)' } },
      'headroom.schedules.budget: rate(5 minutes)',
    ],
    [
      'looks further apart than alarms look back',
      { schedules: { watch: 'rate(7 days)' } },
      'headroom.schedules.watch: rate(7 days)',
    ],
    [
      'a lateness longer than the time between',
      { schedules: { latenessMinutes: 90 } },
      'headroom.schedules.latenessMinutes: 90',
    ],
    ['a window longer than pipes have', { batchingWindowSeconds: 301 }, 'headroom.batchingWindowSeconds'],
    [
      'a network without subnets',
      { network: { subnetIds: [], securityGroupIds: ['sg-0a'] } },
      'headroom.network.subnetIds',
    ],
    ['half a network', { network: { subnetIds: ['subnet-0a'] } }, 'headroom.network.securityGroupIds'],
    ['something else than an address', { alarmAddress: 'me' }, 'headroom.alarmAddress'],
  ];
  it.each(refused)('with %s are refused, saying where', (_, wrong, message) => {
    expect(() => parseSettings({ ...least, ...wrong })).toThrow(message);
  });

  it('never repeat what may be a password', () => {
    const wrong = { ...least, baseUrl: 'https://me:hunter2@api.example.com' };
    expect(() => parseSettings(wrong)).toThrow('headroom.baseUrl: contains a user name or password');
    expect(() => parseSettings(wrong)).not.toThrow('hunter2');
  });

  it('may leave the rotation of the token to people: null is no time', () => {
    expect(parseSettings({ ...least, rotationDays: null }).rotationDays).toBeNull();
    expect(parseSettings(least).rotationDays).toBe(30);
  });

  it('protect the stack and lock no audit by default', () => {
    expect(parseSettings(least)).toMatchObject({ terminationProtection: true });
    expect(parseSettings(least).auditLockDays).toBeUndefined();
  });

  it('with the least calls a minute are taken', () => {
    expect(parseSettings({ ...least, callsPerMinute: leastCallsPerMinute }).callsPerMinute).toBe(leastCallsPerMinute);
  });
});
