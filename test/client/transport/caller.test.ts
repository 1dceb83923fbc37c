import { describe, expect, it } from 'vitest';
import { clientOnServer, errorOf } from '../client-on-server.ts';
import type { Reply } from '../scripted-server.ts';

const dated = (date: string, reply: Exclude<Reply, string> = {}): Reply => ({
  json: { services: [] },
  ...reply,
  headers: { date },
});

describe('the time of the last answer', () => {
  it('is that of the platform, whatever the clock of this machine says', async () => {
    const { client } = await clientOnServer([
      dated('Fri, 14 Jun 2030 12:00:00 GMT'),
      dated('Thu, 01 Jan 1970 00:00:07 GMT'),
    ]);
    expect(client.lastAnswerAt()).toBeNull();
    await client.listServices('p');
    expect(client.lastAnswerAt()).toBe('2030-06-14T12:00:00.000Z');
    await client.listServices('p');
    expect(client.lastAnswerAt()).toBe('1970-01-01T00:00:07.000Z');
  });

  it('is that of a refusal too', async () => {
    const { client } = await clientOnServer([dated('Fri, 14 Jun 2030 12:00:00 GMT', { status: 403, json: {} })]);
    await errorOf(client.listServices('p'));
    expect(client.lastAnswerAt()).toBe('2030-06-14T12:00:00.000Z');
  });

  it('is not known where the last answer does not say it', async () => {
    const { client } = await clientOnServer([dated('Fri, 14 Jun 2030 12:00:00 GMT'), dated('soon')]);
    await client.listServices('p');
    await client.listServices('p');
    expect(client.lastAnswerAt()).toBeNull();
  });
});
