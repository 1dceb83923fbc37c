import { type Context, Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { type Fault, matchFault } from '../faults/faults.ts';
import { openApiDocument } from '../openapi/document.ts';
import { operations } from '../operations/all.ts';
import { type Answer, type Method, type Operation, performed } from '../operations/operation.ts';
import { isRetired, retiringHeaders } from '../protocol/behaviour.ts';
import { jsonText } from '../protocol/json-text.ts';
import { knownRefusal } from '../protocol/known-refusals.ts';
import { errorBody, methodNotAllowed, type Refusal, retired, routeNotFound } from '../protocol/refusal.ts';
import { readJson } from '../protocol/request-body.ts';
import { type Client, callerOf } from '../state/authentication.ts';
import type { Caller } from '../state/state.ts';
import type { Env } from './connection.ts';
import { addControl } from './control.ts';
import type { Edge } from './edge.ts';
import { refusalFor } from './internal-error.ts';
import { limitRate } from './rate-limit.ts';
import { counted } from './request-counts.ts';
import { requestText } from './request-text.ts';
import { withUnmatched } from './unmatched.ts';

const refuse = (c: Context, refusal: Refusal): Response =>
  c.json(errorBody(refusal.status, refusal.code, refusal.details), refusal.status as 400, { ...refusal.headers });

/** Every error has the error body. */
const answerError = (error: Error, c: Context): Response => refuse(c, refusalFor(error, c.req.header('authorization')));

const clientOf = (c: Context<Env>): Client => ({
  ip: c.env.address,
  userAgent: c.req.header('user-agent') ?? null,
});

/** The authenticated caller of a request. */
const callerFrom = ({ state, clock }: Edge, c: Context<Env>): Caller =>
  callerOf(c.req.header('authorization'), state, clock.nowMs(), clientOf(c));

const perform = async (edge: Edge, operation: Operation, c: Context<Env>): Promise<Answer> => {
  const text = operation.hasBody ? await requestText(c.req) : undefined;
  const { state, clock } = edge;
  const nowMs = clock.nowMs();
  const caller = callerFrom(edge, c);
  const json = text === undefined ? undefined : readJson(text);
  return performed(operation, { state, nowMs, caller, params: c.req.param(), query: c.req.query(), json });
};

const jsonType = { 'content-type': 'application/json' };

const successAnswer = (c: Context, operation: Operation, body: Answer): Response =>
  operation.noContent ? c.body(null, 204) : c.body(jsonText(body), 200, jsonType);

const faultAnswer = (c: Context, fault: Extract<Fault, { status: number }>): Response => {
  const headers: Record<string, string> =
    fault.retryAfter === undefined ? {} : { 'retry-after': `${fault.retryAfter}` };
  const body = fault.body ?? errorBody(fault.status, 'injected_fault', ['Injected fault']);
  return c.json(body, fault.status as 400, headers);
};

/** Answers one request, applying the fault that matches it. */
const answer = async (edge: Edge, operation: Operation, c: Context<Env>): Promise<Response> => {
  for (const [name, value] of Object.entries(retiringHeaders(edge.state.behaviour, operation.id)))
    c.header(name, value);
  edge.counts = counted(edge.counts, operation);
  limitRate(edge, c.req.header('authorization'));
  if (isRetired(edge.state.behaviour, operation.id, edge.clock.nowMs())) throw retired();
  const { fault, rest } = matchFault(edge.faults, operation.id);
  edge.faults = rest;
  if (fault === undefined) return successAnswer(c, operation, await perform(edge, operation, c));
  if ('status' in fault) return faultAnswer(c, fault);
  if ('refusal' in fault) throw knownRefusal(fault.refusal);
  if ('drop' in fault) {
    if (fault.drop === 'after') await perform(edge, operation, c);
    return c.env.cut();
  }
  if ('delayMs' in fault) {
    await edge.sleep(fault.delayMs, edge.closing);
    return successAnswer(c, operation, await perform(edge, operation, c));
  }
  const whole = jsonText(await perform(edge, operation, c));
  return c.body(whole.slice(0, Math.ceil(whole.length / 2)), 200, jsonType);
};

const methodsByPath = (): Map<string, Method[]> => {
  const methods = new Map<string, Method[]>();
  for (const { path, method } of operations) methods.set(path, [...(methods.get(path) ?? []), method]);
  return methods;
};

/** A path or method without an operation: still requires a token. */
const refuseUnmatched = (edge: Edge, c: Context<Env>, refusal: Refusal): never => {
  edge.counts = { ...edge.counts, unmatched: edge.counts.unmatched + 1 };
  edge.unmatched = withUnmatched(edge.unmatched, edge.state, c.req.method, c.req.path);
  limitRate(edge, c.req.header('authorization'));
  callerFrom(edge, c);
  throw refusal;
};

/** The HTTP interface of the platform: `/v1` (§9.1), and `/_control` if enabled. */
export const platformApp = (edge: Edge, options: { readonly control: boolean }): Hono<Env> => {
  // The default router compiles a regular expression of all routes first: half the run time of a short-lived platform.
  const app = new Hono<Env>({ router: new TrieRouter() });
  app.onError(answerError);
  app.use(async (c, next) => {
    edge.requestNumber += 1;
    // A counter instead of a random id: the same requests get the same answers.
    // The date is virtual, like every time of the platform.
    c.header('date', new Date(edge.clock.nowMs()).toUTCString());
    c.header('x-request-id', `req-${String(edge.requestNumber).padStart(8, '0')}`);
    await next();
  });
  if (options.control) addControl(app, edge);
  // Public: without a token and not counted.
  app.get('/v1/openapi.json', (c) => c.json(openApiDocument(edge.state)));
  for (const operation of operations) {
    app.on(operation.method, `/v1${operation.path}`, (c) => answer(edge, operation, c));
  }
  for (const [path, methods] of methodsByPath()) {
    app.all(`/v1${path}`, (c) => refuseUnmatched(edge, c, methodNotAllowed(c.req.method, methods)));
  }
  app.all('/v1/*', (c) => refuseUnmatched(edge, c, routeNotFound()));
  app.notFound((c) => refuse(c, routeNotFound()));
  return app;
};
