import { describe, expect, it } from 'vitest';
import type { PlatformClientOptions } from '../../../lib/client/platform-client.ts';
import type { AnswerText } from '../../../lib/ports.ts';
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

describe('an answer that is not read yet', () => {
  const unread = <T>(answer: AnswerText<T>) => answer;
  const answerOf = async (services: unknown, options: Partial<PlatformClientOptions> = {}) => {
    const { client } = await clientOnServer([{ json: { services } }], options);
    const answer = await client.listServices('p', unread);
    if (Array.isArray(answer)) throw new Error('the answer was read');
    return answer;
  };
  const service = { service_name: 'a', service_type: 'pg', plan: 'p', state: 'RUNNING' };

  it('has the digest of its text', async () => {
    const digest = (await answerOf([service])).digest();
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect((await answerOf([service])).digest()).toBe(digest);
    expect((await answerOf([{ ...service, plan: 'q' }])).digest()).not.toBe(digest);
  });

  it.each<[string, Partial<PlatformClientOptions>]>([
    ['another version of Headroom', { version: '1.2.4' }],
    ['another profile', { profile: 'current' }],
    ['another name of the search product', { searchEngine: 'finder' }],
  ])('has another digest for %s, which may read something else in it', async (_, options) => {
    expect((await answerOf([service], options)).digest()).not.toBe((await answerOf([service])).digest());
  });

  it('is read on demand, and what is wrong with it is an error only then', async () => {
    expect(await (await answerOf([service])).read()).toMatchObject([{ name: 'a' }]);
    const { digest, read } = await answerOf('none');
    expect(digest()).toHaveLength(64);
    expect((await errorOf(read())).message).toMatch(/unexpected answer: services/);
  });
});
