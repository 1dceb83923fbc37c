import { groupBy } from '../../core/model/grouping.ts';
import { visible } from '../../core/model/visible-text.ts';
import { type Fault, matchFault } from '../faults/faults.ts';
import { operations } from '../operations/all.ts';
import { jsonText, type Operation, performed } from '../operations/operation.ts';
import { errorBody, knownRefusal, methodNotAllowed, Refusal, routeNotFound } from '../protocol/refusal.ts';
import { readJson } from '../protocol/request-body.ts';
import { callerOf } from '../state/authentication.ts';
import type { Caller } from '../state/state.ts';
import { controlled } from './control.ts';
import type { Edge } from './edge.ts';
import type { PlainAnswer, PlainRequest } from './plain.ts';
import { limitRate } from './rate-limit.ts';
import { counted, withUnmatched } from './request-counts.ts';

/** The stack, without the token of the request and without characters that a terminal obeys. */
const causeOf = (error: unknown, authorization: string | undefined): string => {
  const secret = authorization?.trim().split(/\s+/).at(-1) ?? '';
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const shown = secret === '' ? text : text.replaceAll(secret, '[hidden]');
  return shown.split('\n').map(visible).join('\n');
};

/**
 * The refusal that an error is answered with: its own, or an internal error of the platform (pf 2.13 500 internal error),
 * whose cause goes to standard error, because the answer hides it.
 */
const refusalFor = (error: unknown, authorization: string | undefined): Refusal => {
  if (error instanceof Refusal) return error;
  // A wait that ends because the platform closes is no failure of it.
  if (!(error instanceof Error && error.name === 'AbortError'))
    process.emitWarning(`The embedded platform failed: ${causeOf(error, authorization)}`, {
      code: 'HEADROOM_PLATFORM',
    });
  return new Refusal(500, 'internal_server_error', 'Internal server error');
};

/** A request on its way through the platform. */
interface Asked {
  readonly edge: Edge;
  readonly request: PlainRequest;
  /** Of the caller; empty when it is gone. */
  readonly address: string;
  /** Of the path, decoded. */
  readonly segments: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  /** Headers of the answer, also of a refusal. */
  readonly headers: Record<string, string>;
}

/** A segment of a path: a word of it, or the name of a parameter. */
interface Segment {
  readonly text: string;
  readonly isParameter: boolean;
}

const segmentOf = (segment: string): Segment =>
  segment.startsWith(':') ? { text: segment.slice(1), isParameter: true } : { text: segment, isParameter: false };

/** The operations by the number of their segments, in the order of the table. */
const routes = groupBy(
  operations.map((operation) => ({ operation, segments: `/v1${operation.path}`.split('/').map(segmentOf) })),
  ({ segments }) => segments.length,
);

/** Operations whose path a request names, whatever its method. */
const routesOf = (given: readonly string[]) =>
  (routes.get(given.length) ?? []).filter(({ segments }) =>
    segments.every(({ text, isParameter }, index) => (isParameter ? given[index] !== '' : text === given[index])),
  );

const decoded = (segment: string): string => {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const askedOf = (edge: Edge, request: PlainRequest, address: string): Asked => {
  const mark = request.path.indexOf('?');
  const [path, search] = mark < 0 ? [request.path] : [request.path.slice(0, mark), request.path.slice(mark + 1)];
  edge.requestNumber += 1;
  return {
    edge,
    request,
    address,
    segments: path.split('/').map(decoded),
    // Of several values of a parameter the first counts.
    query: search === undefined ? {} : Object.fromEntries([...new URLSearchParams(search)].reverse()),
    headers: {
      // The date is virtual, like every time of the platform.
      date: new Date(edge.clock.nowMs()).toUTCString(),
      // A counter instead of a random id: the same requests get the same answers.
      'x-request-id': `req-${String(edge.requestNumber).padStart(8, '0')}`,
    },
  };
};

const callerFrom = ({ edge: { state, clock }, request: { headers }, address }: Asked): Caller =>
  callerOf(headers.authorization, state, clock.nowMs(), { ip: address, userAgent: headers['user-agent'] ?? null });

const perform = async (asked: Asked, operation: Operation, params: Readonly<Record<string, string>>) => {
  const text = operation.hasBody ? ((await asked.request.body) ?? '') : undefined;
  const { state, clock } = asked.edge;
  const nowMs = clock.nowMs();
  const caller = callerFrom(asked);
  const json = text === undefined ? undefined : readJson(text);
  return jsonText(performed(operation, { state, nowMs, caller, params, query: asked.query, json }));
};

const jsonAnswer = ({ headers }: Asked, text: string, status = 200): PlainAnswer => ({
  status,
  headers: { ...headers, 'content-type': 'application/json' },
  text,
});

const faultAnswer = (asked: Asked, { status, body, retryAfter }: Extract<Fault, { status: number }>): PlainAnswer => {
  if (retryAfter !== undefined) asked.headers['retry-after'] = `${retryAfter}`;
  return jsonAnswer(asked, JSON.stringify(body ?? errorBody(status, 'injected_fault', ['Injected fault'])), status);
};

const admit = ({ edge, request }: Asked, operation: Operation): void => {
  edge.counts = counted(edge.counts, operation);
  limitRate(edge, request.headers.authorization);
};

/** Answers a request of an operation, applying the fault that matches it. */
const operationAnswer = async (asked: Asked, operation: Operation, params: Readonly<Record<string, string>>) => {
  const { edge, headers } = asked;
  admit(asked, operation);
  const { fault, rest } = matchFault(edge.faults, operation.id);
  edge.faults = rest;
  if (fault !== undefined) {
    if ('status' in fault) return faultAnswer(asked, fault);
    if ('refusal' in fault) throw knownRefusal(fault.refusal);
    if ('drop' in fault && fault.drop === 'before') return undefined;
    if ('delayMs' in fault) await edge.sleep(fault.delayMs, edge.closing);
  }
  const text = await perform(asked, operation, params);
  if (fault !== undefined && 'drop' in fault) return undefined;
  if (fault !== undefined && 'malformed' in fault) return jsonAnswer(asked, text.slice(0, Math.ceil(text.length / 2)));
  return operation.noContent ? { status: 204, headers, text: '' } : jsonAnswer(asked, text);
};

/** A path or method without an operation: still requires a token. */
const refuseUnmatched = (asked: Asked, named: readonly Operation[]): never => {
  const { edge, request, segments } = asked;
  edge.counts = { ...edge.counts, unmatched: edge.counts.unmatched + 1 };
  edge.unmatched = withUnmatched(edge.unmatched, edge.state, request.method, segments.join('/'));
  limitRate(edge, request.headers.authorization);
  callerFrom(asked);
  const methods = named.flatMap(({ path, method }) => (path === named[0]?.path ? [method] : []));
  throw methods.length === 0 ? routeNotFound() : methodNotAllowed(request.method, methods);
};

const routed = async (asked: Asked, hasControl: boolean): Promise<PlainAnswer | undefined> => {
  const { edge, request, segments } = asked;
  const [, room, ...below] = segments;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (room === '_control' && hasControl) {
    const answer = await controlled(edge, request, `${method} /${below.join('/')}`);
    return jsonAnswer(asked, JSON.stringify(answer));
  }
  if (room !== 'v1') throw routeNotFound();
  const named = routesOf(segments);
  const route = named.find(({ operation }) => operation.method === method);
  if (route === undefined) {
    return refuseUnmatched(
      asked,
      named.map(({ operation }) => operation),
    );
  }
  const params: Record<string, string> = {};
  for (const [index, { text, isParameter }] of route.segments.entries())
    if (isParameter) params[text] = segments[index] ?? '';
  return operationAnswer(asked, route.operation, params);
};

/**
 * Answers a request: of `/v1` (§9.1), and of `/_control` if enabled. Every error has the error body; undefined if the
 * connection ends without an answer.
 */
export const answerTo = async (
  edge: Edge,
  request: PlainRequest,
  address: string,
  hasControl: boolean,
): Promise<PlainAnswer | undefined> => {
  const asked = askedOf(edge, request, address);
  try {
    return await routed(asked, hasControl);
  } catch (error) {
    const { status, code, details, headers } = refusalFor(error, request.headers.authorization);
    Object.assign(asked.headers, headers);
    return jsonAnswer(asked, JSON.stringify(errorBody(status, code, details)), status);
  }
};
