import { operations } from '../operations/all.ts';
import { type Operation, performed, readsOnly } from '../operations/operation.ts';
import { jsonText } from '../protocol/json-text.ts';
import { errorBody } from '../protocol/refusal.ts';
import { readJson } from '../protocol/request-body.ts';
import { callerOf } from '../state/authentication.ts';
import type { Edge } from './edge.ts';
import { refusalFor } from './internal-error.ts';
import { limitRate } from './rate-limit.ts';
import { counted } from './request-counts.ts';

/** A request in plain data: the path is whole, with its query; names of headers are in lower case. */
export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface Route {
  readonly operation: Operation;
  readonly segments: readonly string[];
}

/** Characters of a body that is surely not too large; the application judges longer ones. */
const longestBody = 1000;

/** Reads by the number of their segments. */
const reads = new Map<number, Route[]>();
for (const operation of operations) {
  if (!readsOnly(operation) || operation.noContent) continue;
  const segments = `/v1${operation.path}`.split('/');
  reads.set(segments.length, [...(reads.get(segments.length) ?? []), { operation, segments }]);
}

const isParameter = (segment: string) => segment.startsWith(':');

/** The one read that a request names; undefined for none, and where the router must choose between several. */
const readOf = ({ method, path }: PlainRequest) => {
  const given = path.split('/');
  const [route, other] = (reads.get(given.length) ?? []).filter(
    ({ operation, segments }) =>
      operation.method === method &&
      segments.every((segment, place) => (isParameter(segment) ? given[place] !== '' : segment === given[place])),
  );
  if (route === undefined || other !== undefined) return undefined;
  const params: Record<string, string> = {};
  for (const [place, segment] of route.segments.entries()) {
    if (isParameter(segment)) params[segment.slice(1)] = given[place] ?? '';
  }
  return { operation: route.operation, params };
};

/**
 * Answers a plain read without the objects of fetch and without the router, which take longer than the read itself; for
 * those who ask millions of times in one process. Undefined for every other request: the application answers it.
 * The answer is the application's own, to the byte (test/emulator/http/direct.test.ts).
 */
export const answerRead = (edge: Edge, request: PlainRequest, address: string): PlainAnswer | undefined => {
  const { path, headers, body: text } = request;
  if (edge.faults.length > 0 || /[%?#]/.test(path) || (text ?? '').length > longestBody) return undefined;
  const read = readOf(request);
  if (read === undefined) return undefined;
  const { state, clock } = edge;
  // The application adds the headers about the end of an operation.
  if (Object.hasOwn(state.behaviour.retiring, read.operation.id)) return undefined;
  edge.requestNumber += 1;
  const nowMs = clock.nowMs();
  const ownHeaders = {
    date: new Date(nowMs).toUTCString(),
    'x-request-id': `req-${String(edge.requestNumber).padStart(8, '0')}`,
    'content-type': 'application/json',
  };
  try {
    edge.counts = counted(edge.counts, read.operation);
    limitRate(edge, headers.authorization);
    const client = { ip: address, userAgent: headers['user-agent'] ?? null };
    const caller = callerOf(headers.authorization, state, nowMs, client);
    const json = read.operation.hasBody ? readJson(text ?? '') : undefined;
    const body = performed(read.operation, { state, nowMs, caller, params: read.params, query: {}, json });
    return { status: 200, headers: ownHeaders, text: jsonText(body) };
  } catch (error) {
    const refusal = refusalFor(error, headers.authorization);
    const text = JSON.stringify(errorBody(refusal.status, refusal.code, refusal.details));
    return { status: refusal.status, headers: { ...ownHeaders, ...refusal.headers }, text };
  }
};
