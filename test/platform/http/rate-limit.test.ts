import { describe, expect, it } from 'vitest';
import { admit, firstWindow, type RateWindow } from '../../../lib/platform/http/rate-limit.ts';
import { served } from '../small-organization.ts';

const waits = (limit: number, moments: readonly number[]): number[] => {
  let window: RateWindow = firstWindow;
  return moments.map((nowMs) => {
    const admission = admit(window, limit, nowMs);
    window = admission.window;
    return admission.waitSeconds;
  });
};

describe('the rate limit', () => {
  it('admits so many requests a minute and says how long to wait', () => {
    expect(waits(2, [1000, 2000, 3000, 60_999, 61_000, 61_001, 61_002])).toEqual([0, 0, 58, 1, 0, 0, 60]);
  });

  it('admits nothing when it is 0', () => {
    expect(waits(0, [0, 90_000])).toEqual([60, 60]);
  });

  it('answers 429 with Retry-After and the same seconds in the text; control routes are free of it', async () => {
    const { send } = await served({ rateLimit: 1 });
    expect((await send('GET', '/v1/organizations')).status).toBe(200);
    const refused = await send('GET', '/v1/organizations');
    expect(refused.status).toBe(429);
    expect(refused.body.message).toContain(
      `Rate limit 1 exceeded - try again in ${refused.headers.get('retry-after')}s`,
    );
    expect((await send('GET', '/_control/state')).status).toBe(200);
  });

  it('counts each user alone, with any of their tokens, and requests without a known token together (A-18)', async () => {
    const { send } = await served({ rateLimit: 2 });
    const status = async (token: string) =>
      (await send('GET', '/v1/organizations', undefined, { authorization: `Bearer ${token}` })).status;
    const made = await send('POST', '/v1/access_token', { description: 'second', max_age_seconds: null });
    expect(made.body).toMatchObject({ full_token: expect.any(String) });
    expect(await status(made.body.full_token)).toBe(200);
    expect((await send('GET', '/v1/organizations')).status).toBe(429);
    expect(await status('token-of-the-reader')).toBe(200);
    expect([await status('a'), await status('b'), await status('c')]).toEqual([401, 401, 429]);
    expect(await status('token-of-the-reader')).toBe(200);
  });
});
