import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createChannels } from '../../lib/channels/channels.ts';
import { sendMail } from '../../lib/channels/send-mail.ts';
import { signedSubject } from '../../lib/core/notices/sender.ts';

const password = 'canary-password';

const usualAnswers: Readonly<Record<string, string>> = {
  EHLO: '250-mail\r\n250 AUTH PLAIN',
  AUTH: '235 ok',
  DATA: '354 go on',
  QUIT: '221 bye',
};

/** A mail server on a free port that answers these commands so, and everything else well. */
const startMailServer = async (answers: Readonly<Record<string, string>> = {}, host = '127.0.0.1') => {
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
  await new Promise<void>((done) => server.listen(0, host, done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://user:${password}@${host.includes(':') ? `[${host}]` : host}:${port}`, lines };
};

const sendOver = (url: string) => {
  const settings = { ops: { kind: 'mail', url, from: 'headroom@example.com', to: ['a@example.com', 'b@example.com'] } };
  const clock = { now: () => 0 };
  const channels = createChannels({ read: async () => JSON.stringify(settings), approval: null, clock });
  const item = {
    title: 'shop/orders: drift',
    text: 'Somebody changed it.',
    owner: 'storage',
    action: null,
    incident: null,
  };
  const sender = {
    organization: 'org-example',
    stack: 'arn:aws:cloudformation:eu-west-1:111122223333:stack/headroom-prod',
  };
  const subject = signedSubject(sender, 'drift');
  const message = { sender, urgent: true, onlyPagers: false, subject, items: [item], omitted: 0 };
  return channels.send({ id: 'run-1~ops', channel: 'ops', message, links: {} });
};

describe('a mail', () => {
  it('has its subject, its text and every recipient', async () => {
    const server = await startMailServer();
    expect(await sendOver(server.url)).toBeNull();
    const text = server.lines.join('\n');
    expect(text).toMatch(/^RCPT TO:<a@example\.com>$[\s\S]*^RCPT TO:<b@example\.com>$/m);
    expect(text).toContain('Subject: Headroom (org-example, headroom-prod): drift');
    expect(text).toContain('\norg-example, stack headroom-prod (eu-west-1, account 111122223333)\n');
    expect(text).toContain('1. shop/orders: drift (storage)');
    expect(text).toContain('X-Headroom-Delivery: run-1~ops');
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((of) => of?.some(({ address }) => address === '::1'));
  it.runIf(hasIpv6)('reaches a server by its IPv6 address', async () => {
    expect(await sendOver((await startMailServer({}, '::1')).url)).toBeNull();
  });

  it.each([
    ['MAIL', '451 later', { problem: 'the mail server answered 451', isFinal: false, waitMs: null }],
    ['RCPT', '550 no such user', { problem: 'the mail server answered 550', isFinal: true, waitMs: null }],
    ['END', '500 no', { problem: 'the mail server answered 500', isFinal: true, waitMs: null }],
    ['AUTH', '535 wrong password', { problem: 'the mail server answered 535', isFinal: true, waitMs: null }],
  ])('that is refused at %s with %s is tried again only where that helps', async (verb, answer, failure) => {
    const server = await startMailServer({ [verb]: answer });
    const failed = await sendOver(server.url);
    expect(failed).toEqual(failure);
    expect(JSON.stringify(failed)).not.toContain(password);
  });

  it('goes to this machine in clear, also where the server offers encryption that it cannot do', async () => {
    const server = await startMailServer({ EHLO: '250-mail\r\n250-STARTTLS\r\n250 AUTH PLAIN' });
    expect(await sendOver(server.url)).toBeNull();
    expect(server.lines).not.toContain('STARTTLS');
  });

  it('shows no other machine its password or its text in clear', async () => {
    const secure = await startMailServer();
    expect(await sendOver(secure.url.replace('smtp:', 'smtps:'))).toMatchObject({ isFinal: false });
    // Another address of the loopback network is another machine by its name; the schema of settings asks for smtps: there.
    const elsewhere = await startMailServer({}, '127.0.0.2');
    const { port } = new URL(elsewhere.url);
    const mail = { id: 'x', from: 'headroom@example.com', to: ['a@example.com'], subject: 's', text: 'canary-text' };
    expect(await sendMail(`smtp://user:${password}@127.0.0.2:${port}`, mail)).toMatchObject({ isFinal: false });
    expect(elsewhere.lines).toContain('STARTTLS');
    expect([...secure.lines, ...elsewhere.lines].filter((line) => /canary|AUTH PLAIN|MAIL FROM/.test(line))).toEqual(
      [],
    );
  });

  it('needs no user where the address has none', async () => {
    const server = await startMailServer();
    expect(await sendOver(server.url.replace(`user:${password}@`, ''))).toBeNull();
    expect(server.lines.filter((line) => line.startsWith('AUTH'))).toEqual([]);
  });

  it('waits for a server that is away, and names no part of its address', async () => {
    const failed = await sendOver(`smtp://user:${password}@127.0.0.1:1`);
    expect(failed).toMatchObject({ isFinal: false });
    expect(JSON.stringify(failed)).not.toMatch(/canary|127\.0\.0\.1|user/);
  });
});
