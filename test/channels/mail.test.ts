import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createChannels } from '../../lib/channels/channels.ts';

const password = 'canary-password';

const usualAnswers: Readonly<Record<string, string>> = {
  EHLO: '250-mail\r\n250 AUTH PLAIN',
  AUTH: '235 ok',
  DATA: '354 go on',
  QUIT: '221 bye',
};

/** A mail server on a free port that answers these commands so, and everything else well. */
const startMailServer = async (answers: Readonly<Record<string, string>> = {}) => {
  const lines: string[] = [];
  const serve = async (socket: Socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 mail');
    let isData = false;
    for await (const line of createInterface({ input: socket })) {
      lines.push(line);
      if (isData && line !== '.') continue;
      const verb: string = isData ? 'END' : (line.split(' ')[0] ?? '').toUpperCase();
      isData = verb === 'DATA';
      const usual = usualAnswers[verb] ?? '250 ok';
      say(answers[verb] ?? usual);
      if (verb === 'QUIT') socket.end();
    }
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    serve(socket).catch(() => undefined);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://user:${password}@127.0.0.1:${port}`, lines };
};

const sendOver = (url: string) => {
  const settings = { ops: { kind: 'mail', url, from: 'headroom@example.com', to: ['a@example.com', 'b@example.com'] } };
  const clock = { now: () => 0 };
  const channels = createChannels({ read: async () => JSON.stringify(settings), approval: null, clock });
  const item = { title: 'shop/orders: drift', text: 'Somebody changed it.', owner: 'storage', action: null };
  const message = { urgent: true, subject: 'Headroom: drift', items: [item], omitted: 0 };
  return channels.send({ id: 'run-1~ops', channel: 'ops', message, links: {} });
};

describe('a mail', () => {
  it('has its subject, its text and every recipient', async () => {
    const server = await startMailServer();
    expect(await sendOver(server.url)).toBeNull();
    const text = server.lines.join('\n');
    expect(text).toMatch(/^RCPT TO:<a@example\.com>$[\s\S]*^RCPT TO:<b@example\.com>$/m);
    expect(text).toContain('Subject: Headroom: drift');
    expect(text).toContain('1. shop/orders: drift (storage)');
    expect(text).toContain('X-Headroom-Delivery: run-1~ops');
  });

  it.each([
    ['MAIL', '451 later', { problem: 'the mail server answered 451', isFinal: false, waitMs: null }],
    ['RCPT', '550 no such user', { problem: 'the mail server answered 550', isFinal: true, waitMs: null }],
    ['AUTH', '535 wrong password', { problem: 'the mail server answered 535', isFinal: true, waitMs: null }],
  ])('that is refused at %s with %s is tried again only where that helps', async (verb, answer, failure) => {
    const server = await startMailServer({ [verb]: answer });
    const failed = await sendOver(server.url);
    expect(failed).toEqual(failure);
    expect(JSON.stringify(failed)).not.toContain(password);
  });

  it('waits for a server that is away, and names no part of its address', async () => {
    const failed = await sendOver(`smtp://user:${password}@127.0.0.1:1`);
    expect(failed).toMatchObject({ isFinal: false });
    expect(JSON.stringify(failed)).not.toMatch(/canary|127\.0\.0\.1|user/);
  });
});
