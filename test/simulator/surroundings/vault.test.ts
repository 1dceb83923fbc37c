import { describe, expect, it } from 'vitest';
import { openPlatform } from '../../../lib/platform/index.ts';
import { even } from '../../workflow/scenarios.ts';
import { createFaults } from '../engine/faults.ts';
import { createTime } from '../engine/time.ts';
import { createVault } from './vault.ts';

const secondsBetween = 20;

const openForTest = (rates: Parameters<typeof createFaults>[2]) => {
  const scenario = even(1, 1);
  const time = createTime(Date.parse(scenario.startTime));
  const token = 'canary-1-vault';
  const platform = openPlatform({ scenario, token, time: { nowMs: time.now, sleep: time.sleep } });
  const vault = createVault(
    platform,
    token,
    createFaults(1, () => 0, rates),
    time,
  );
  const statusWith = async (held: string) => {
    const headers = { authorization: `Bearer ${held}` };
    const request = { method: 'GET', path: '/v1/project', headers, body: null };
    return (await platform.answer(request, '127.0.0.1'))?.status;
  };
  return { time, vault, statusWith };
};

describe('the simulated secret', () => {
  it('always ends with a token that the platform accepts, however often it moves within the overlap', async () => {
    const { time, vault, statusWith } = openForTest({ 'secret-moved': 1 });
    for (let n = 0; n < 30; n += 1) {
      await vault.secrets.token();
      await time.runTo(time.now() + secondsBetween * 1_000);
      expect(await statusWith(vault.tokens.at(-1) ?? '')).toBe(200);
    }
    expect(vault.tokens.length).toBeGreaterThan(5);
  });

  it('gives out the token that was replaced at that moment, which the platform refuses', async () => {
    const { vault, statusWith } = openForTest({ 'token-replaced': 1 });
    const held = await vault.secrets.token();
    expect(await statusWith(held)).toBe(401);
    expect(await statusWith(vault.tokens.at(-1) ?? '')).toBe(200);
  });
});
