import { describe, expect, it } from 'vitest';
import { OutOfTime } from '../../../lib/contract/errors.ts';
import { additional, clientOnServer, errorOf } from '../client-on-server.ts';

const throttled = { status: 429, headers: { 'retry-after': '90' }, json: { message: 'Rate limit exceeded' } };

describe('a client with a deadline', () => {
  it('does not sleep past it, whatever wait the platform asks for: the error states when to continue', async () => {
    const deadline = { at: Number.POSITIVE_INFINITY };
    const { client, server, waits, clock } = await clientOnServer([throttled, { json: { projects: [] } }], {
      deadline: () => deadline.at,
    });
    deadline.at = clock.now() + 60_000;
    const error = await errorOf(client.listProjects());
    expect(error).toBeInstanceOf(OutOfTime);
    expect(Date.parse((error as OutOfTime).goOnAt) - clock.now()).toBeGreaterThanOrEqual(90_000);
    expect(error.message).toMatch(
      /^\[GET\] "\/organization\/org1\/projects": 429 Rate limit exceeded; the next try is in 9[01] s; this task/,
    );
    expect(waits).toEqual([]);
    expect(server.received).toHaveLength(1);
    // The next task in the same process has its own deadline.
    deadline.at = clock.now() + 900_000;
    expect((await client.listProjects()).projects).toEqual([]);
  });

  it('begins no call after it, also no second try of a write', async () => {
    const deadline = { at: Number.POSITIVE_INFINITY };
    const { client, server, clock } = await clientOnServer(['drop'], { deadline: () => deadline.at });
    deadline.at = clock.now() + 10;
    expect(await errorOf(client.createEndpoint('p', 'n', additional(5)))).toBeInstanceOf(OutOfTime);
    expect(server.received).toHaveLength(1);
  });
});
