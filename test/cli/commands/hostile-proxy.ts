import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** How the platform behind the proxy calls what has a hostile name for everyone in front of it. */
export const harmless = 'evil';

/** Clears, colours and renames the terminal, returns to the start of the line, turns round and hides what follows. */
export const hostile = '\u001b[2J\u009b31m\u001b]0;t\u0007\r\u202ered\u2066\u200b\nerror: forged';

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const textOf = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8');
};

/** A platform that is the given one, but for every `harmless` in names, tags and messages: that is `hostile` there. */
export const hostileProxy = async (platform: string): Promise<string> => {
  const server = createServer(async (request, response) => {
    const body = (await textOf(request)).replaceAll(inJson(hostile), harmless);
    const url = (request.url ?? '').replaceAll(encodeURIComponent(hostile), harmless);
    const { authorization = '' } = request.headers;
    const answer = await fetch(`${platform}${url}`, {
      method: request.method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === '' ? {} : { body }),
    });
    const text = (await answer.text()).replaceAll(harmless, inJson(hostile));
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
