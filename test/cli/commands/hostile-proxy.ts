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

interface Alterations {
  readonly path?: (path: string) => string;
  readonly body?: (body: string) => string;
  readonly answer: (text: string, path: string) => string;
}

const asItIs = (text: string): string => text;

/** A platform that is the given one, but for what is altered. */
export const alteringProxy = async (
  platform: string,
  { path = asItIs, body: alteredBody = asItIs, answer: altered }: Alterations,
): Promise<string> => {
  const server = createServer(async (request, response) => {
    const body = alteredBody(await textOf(request));
    const url = path(request.url ?? '');
    const { authorization = '' } = request.headers;
    const answer = await fetch(`${platform}${url}`, {
      method: request.method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === '' ? {} : { body }),
    });
    const text = altered(await answer.text(), url);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A platform that is the given one, but for every `harmless` in names, tags and messages: that is `hostile` there. */
export const hostileProxy = (platform: string): Promise<string> =>
  alteringProxy(platform, {
    path: (path) => path.replaceAll(encodeURIComponent(hostile), harmless),
    body: (body) => body.replaceAll(inJson(hostile), harmless),
    answer: (text) => text.replaceAll(harmless, inJson(hostile)),
  });
