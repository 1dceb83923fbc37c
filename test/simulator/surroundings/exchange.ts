import type { HttpExchange, HttpRequest } from '../../../lib/client/transport/exchange.ts';
import type { RawAnswer } from '../../../lib/client/transport/outcome.ts';
import { errorBody } from '../../../lib/platform/protocol/refusal.ts';
import type { Faults } from '../engine/faults.ts';
import type { SimulatedTime } from '../engine/time.ts';

/** What answers requests: the opened platform, or a connection to it. */
export interface Answering {
  answer(request: HttpRequest, address: string): Promise<RawAnswer | undefined>;
}

interface NetworkOptions {
  readonly platform: Answering;
  readonly time: SimulatedTime;
  readonly faults: Faults;
  /** Milliseconds from a request to its answer. */
  readonly latencyMs: () => number;
  /** Called around every request that reaches the platform, also those whose answer is lost. */
  readonly observe: (request: HttpRequest, carry: () => Promise<RawAnswer>, isCopy?: boolean) => Promise<RawAnswer>;
  /** Called for every answer of the platform itself. */
  readonly onAnswer?: (request: HttpRequest, answer: RawAnswer) => void;
  /** Called for every request that Headroom sends, at the moment at which it does. */
  readonly onSend: (request: HttpRequest) => void;
}

const address = '127.0.0.1';
const lost = (code: string) => Object.assign(new Error('the connection was lost'), { code });

/** Statuses that anything on the way, or the platform on a bad day, may answer instead of carrying a request out. */
const statuses = [
  ['status-401', 401],
  ['status-403', 403],
  ['status-404', 404],
  ['status-409', 409],
  ['status-429-with-wait', 429],
  ['status-429-without-wait', 429],
  ['status-500', 500],
  ['status-503', 503],
] as const;

const refused = (status: number, waits: boolean): RawAnswer => ({
  status,
  headers: waits ? { 'retry-after': '20' } : {},
  text: JSON.stringify(errorBody(status, 'injected_fault', ['Injected fault'])),
});

const isList = ({ method, path }: HttpRequest) =>
  method === 'GET' && /\/(service|integration_endpoint)(\?|$)/.test(path);

/** How long an answer waits for another one to overtake it, in milliseconds. */
const overtakenMs = 5_000;

/** How long a stale list may lag behind, in milliseconds. */
const stalenessMs = 60_000;

const lists = /^(services|service_integrations|service_integration_endpoints)$/;

/** A list as if it were whole, without each record and integration that `isLeftOut`. */
const inParts = (answer: RawAnswer, isLeftOut: () => boolean): RawAnswer => {
  const cut = (name: string, value: unknown) =>
    lists.test(name) && Array.isArray(value) ? value.filter(() => !isLeftOut()) : value;
  const text = JSON.stringify(JSON.parse(answer.text, cut));
  return text.length === answer.text.length ? answer : { ...answer, text };
};

/** Network between Headroom and the platform: every request reaches it, unless a fault says otherwise. */
export const simulatedExchange = (options: NetworkOptions): HttpExchange => {
  const { platform, time, faults, latencyMs, observe } = options;
  /** Answers that later ones overtake. */
  let held: (() => void)[] = [];
  const listed = new Map<string, { readonly answer: RawAnswer; readonly atMs: number }>();

  const reach = async (request: HttpRequest): Promise<RawAnswer> => {
    const answer = await platform.answer(request, address);
    if (answer === undefined) throw lost('ECONNRESET');
    options.onAnswer?.(request, answer);
    return answer;
  };

  const carry = (request: HttpRequest, isCopy = false) => observe(request, () => reach(request), isCopy);

  const fresh = async (request: HttpRequest): Promise<RawAnswer> => {
    const answer = await carry(request);
    if (isList(request) && answer.status === 200) {
      const before = listed.get(request.path);
      const isRecent = before !== undefined && time.now() - before.atMs <= stalenessMs;
      if (isRecent && faults.strikes('list-stale')) return before.answer;
      listed.set(request.path, { answer, atMs: time.now() });
      return inParts(answer, () => faults.strikes('list-in-parts'));
    }
    return answer;
  };

  /** What strikes before the platform sees the request: an answer instead of its own, or a lost connection. */
  const struckBefore = (): RawAnswer | undefined => {
    for (const [kind, status] of statuses) {
      if (faults.strikes(kind)) return refused(status, kind === 'status-429-with-wait');
    }
    if (faults.strikes('answer-lost-before')) throw lost('ECONNRESET');
    return undefined;
  };

  /** The platform carries the request out while the caller still waits for headers that come too late. */
  const late = async (request: HttpRequest): Promise<never> => {
    await time.sleep(30_000);
    await carry(request);
    await time.sleep(30_000);
    throw lost('UND_ERR_HEADERS_TIMEOUT');
  };

  const struckAfter = async (request: HttpRequest, answer: RawAnswer): Promise<RawAnswer> => {
    if (faults.strikes('answer-duplicated')) await carry(request, true);
    if (faults.strikes('answer-lost-after')) throw lost('ECONNRESET');
    if (faults.strikes('answer-truncated')) return { ...answer, text: answer.text.slice(0, answer.text.length / 2) };
    if (faults.strikes('status-500-after')) return refused(500, false);
    if (faults.strikes('answer-malformed')) return { ...answer, text: '<html><body>It works!</body></html>' };
    return answer;
  };

  /** Lets the next answer pass first, if one comes soon. */
  const overtaken = async (answer: RawAnswer, signal: AbortSignal | undefined): Promise<RawAnswer> => {
    const passed = new Promise<void>((resolve) => held.push(resolve));
    await Promise.race([passed, time.sleep(overtakenMs, signal)]);
    return answer;
  };

  const spoilt = async (request: HttpRequest): Promise<RawAnswer> => {
    const instead = struckBefore();
    if (instead !== undefined) return instead;
    if (faults.strikes('request-late')) return late(request);
    return struckAfter(request, await fresh(request));
  };

  return {
    send: async (request, signal) => {
      options.onSend(request);
      await time.sleep(faults.strikes('answer-delayed') ? 30_000 : latencyMs(), signal);
      const answer = await spoilt(request);
      if (faults.strikes('answer-reordered')) return overtaken(answer, signal);
      const waiting = held;
      held = [];
      // After this answer, which is on its way already.
      for (const release of waiting) time.at(time.now() + 1, release);
      return answer;
    },
    close: async () => undefined,
  };
};
