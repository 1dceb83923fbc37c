import { createServer, type IncomingHttpHeaders, request as open, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpRequest } from '../../lib/client/transport/exchange.ts';
import type { RawAnswer } from '../../lib/client/transport/outcome.ts';
import type { Draws } from '../simulator/engine/random.ts';

/** What happens to a request on its way; most arrive and are answered. */
const fates = ['lost before', 'lost after', 'refused', 'refused after', 'truncated', 'trickling', 'twice'] as const;
export type RequestFate = (typeof fates)[number];

export type Observe = (request: HttpRequest, carry: () => Promise<RawAnswer>, isCopy?: boolean) => Promise<RawAnswer>;

interface Hostility {
  readonly draws: Draws;
  /** Part of the requests that meet a fate. */
  readonly rate: () => number;
  readonly observe?: Observe;
  /** Called before each request is carried on: the platform may change between any two. */
  readonly between?: () => Promise<void>;
}

const carryTo = (target: string, { method, path, body }: HttpRequest, headers: IncomingHttpHeaders) =>
  new Promise<RawAnswer>((resolve, reject) => {
    const onward = open(`${target}${path}`, { method, headers }, async (answer) => {
      const given = answer.headers as Record<string, string>;
      resolve({ status: answer.statusCode ?? 502, headers: given, text: await text(answer) });
    });
    onward.on('error', reject);
    onward.end(body);
  });

const headersOf = ({ headers }: RawAnswer): Record<string, string> => {
  const { 'transfer-encoding': _, ...kept } = headers as Record<string, string>;
  return kept;
};

/** Sends an answer in single pieces, or only its first half. */
const dribble = async (response: ServerResponse, answer: RawAnswer, fate: RequestFate) => {
  const bytes = Buffer.from(answer.text);
  response.writeHead(answer.status, { ...headersOf(answer), 'content-length': bytes.length });
  const most = fate === 'truncated' ? Math.floor(bytes.length / 2) : bytes.length;
  const piece = Math.max(1, Math.ceil(bytes.length / 8));
  for (let at = 0; at < most && !response.destroyed; at += piece) {
    response.write(bytes.subarray(at, Math.min(at + piece, most)));
    await wait(5);
  }
  if (fate === 'truncated') response.destroy();
  else response.end();
};

const refusal: RawAnswer = { status: 503, headers: { 'content-type': 'text/plain' }, text: 'try later' };

/** Stands before a server and is as bad as a network: it loses, repeats, cuts off, trickles and refuses. */
export const openHostileGateway = async (
  target: string,
  { draws, rate, observe = (_, carry) => carry(), between }: Hostility,
) => {
  const struck: Partial<Record<RequestFate, number>> = {};
  let turn: Promise<unknown> = Promise.resolve();
  /** One after the other, so that what a request changed is known. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
  const drawnFate = (): RequestFate | undefined => {
    const fate = draws.chance(rate()) ? draws.one(fates) : undefined;
    if (fate !== undefined) struck[fate] = (struck[fate] ?? 0) + 1;
    return fate;
  };
  const carried = (request: HttpRequest, headers: IncomingHttpHeaders, fate: RequestFate | undefined) =>
    inTurn(async () => {
      await between?.();
      const carry = () => carryTo(target, request, headers);
      const answer = await observe(request, carry);
      if (fate === 'twice') await observe(request, carry, true);
      return fate === 'refused after' ? refusal : answer;
    });
  const server = createServer(async (given, response) => {
    try {
      const body = (await text(given)) || undefined;
      const request = { method: given.method, path: given.url ?? '', body } as HttpRequest;
      const fate = drawnFate();
      if (fate === 'lost before') return void response.destroy();
      const answer = fate === 'refused' ? refusal : await carried(request, given.headers, fate);
      if (fate === 'lost after') return void response.destroy();
      if (fate === 'truncated' || fate === 'trickling') return await dribble(response, answer, fate);
      response.writeHead(answer.status, headersOf(answer)).end(answer.text);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    struck,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
