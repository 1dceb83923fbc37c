import { secondMs } from '../../core/model/durations.ts';
import { errorBody } from '../../wire/records.ts';
import type { Answer, Failure, NoAnswer } from './call.ts';
import { jsonOf, unreadable } from './read-answer.ts';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;
type Clean = (text: string) => string;

/** An answer as received from the network. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Headers;
  readonly text: string;
}

const headerOf = (headers: Headers, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
};

/** The `error` member, which no successful answer has (pf 2.13 error in a success). */
const errorMember = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;

/** Whether the answer is a success; the text of a long list is not parsed for that. */
const isOk = ({ status, text }: RawAnswer): boolean =>
  status >= 200 && status < 300 && !(text.includes('"error"') && errorMember(jsonOf(text)));

/** Message and code of an answer that is no success; text other than JSON is its own message. */
const messageOf = ({ text }: RawAnswer): { message: string; errorCode?: string } => {
  const body = jsonOf(text);
  if (body === unreadable) return { message: text };
  const refusal = errorBody.safeParse(body).data;
  const first = refusal?.errors?.[0];
  const error = errorMember(body);
  const message = refusal?.message || first?.message || (typeof error === 'string' ? error : '');
  return { message, errorCode: first?.error_code ?? undefined };
};

/** Parses a received answer; `clean` cleans every text that may end up in an error. */
export const toAnswer = (raw: RawAnswer, clean: Clean): Answer => {
  const cleaned = (text: string | undefined) => (text === undefined ? undefined : clean(text));
  const ok = isOk(raw);
  const { message, errorCode } = ok ? { message: '' } : messageOf(raw);
  return {
    kind: 'answer',
    status: raw.status,
    ok,
    text: raw.text,
    message: clean(message),
    errorCode: cleaned(errorCode),
    requestId: cleaned(headerOf(raw.headers, 'x-request-id')),
    date: headerOf(raw.headers, 'date'),
    retryAfter: headerOf(raw.headers, 'retry-after'),
    location: cleaned(headerOf(raw.headers, 'location')),
  };
};

/** The answer took longer than a whole answer may take, for example because it trickles. */
export class AnswerTooSlow extends Error {
  override readonly name = 'AnswerTooSlow';
  constructor(limitMs: number) {
    super(`the answer was not complete after ${limitMs / secondMs} s`);
  }
}

/** The answer is compressed in a way that cannot be read. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
  constructor(coding: string) {
    super(`the answer is compressed as "${coding}", and only gzip, br and deflate can be read`);
  }
}

/** The members that are read of the errors of node and undici. */
interface NetworkError {
  readonly code?: string;
  readonly syscall?: string;
  readonly message?: string;
  /** One error per attempted address. */
  readonly errors?: readonly NetworkError[];
}

/** TLS error codes that a retry would meet again. */
const notTrusted =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_SSL_WRONG_VERSION)/;

const neverConnected = (error: NetworkError): boolean =>
  error.code === 'UND_ERR_CONNECT_TIMEOUT' ||
  error.syscall === 'connect' ||
  error.syscall === 'getaddrinfo' ||
  (error.errors !== undefined && error.errors.length > 0 && error.errors.every(neverConnected));

const failureOf = (error: NetworkError): Failure => {
  if (error instanceof AnswerTooSlow) return 'too-slow';
  if (neverConnected(error)) return 'not-connected';
  if (error instanceof UnreadableAnswer) return 'unreadable';
  if (error.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || error.code === 'ERR_BUFFER_TOO_LARGE') return 'too-large';
  return notTrusted.test(error.code ?? '') ? 'not-trusted' : 'lost';
};

/** Causes of a missing connection in words; others are shown by their code. */
const connectionCauses: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host name cannot be resolved now',
  ETIMEDOUT: 'timed out',
  UND_ERR_CONNECT_TIMEOUT: 'timed out',
};

const connectionCause = (failure: Failure, { code = '' }: NetworkError): string => {
  if (failure === 'not-connected') return connectionCauses[code] ?? (code || 'no answer');
  return code.startsWith('ERR_SSL_WRONG_VERSION') ? 'the server does not use TLS' : `certificate not trusted: ${code}`;
};

const messageOfFailure = (failure: Failure, network: NetworkError, baseUrl: string): string => {
  if (failure === 'not-connected' || failure === 'not-trusted')
    return `Cannot connect to ${baseUrl} (${connectionCause(failure, network)})`;
  const { code = '', message = '' } = network;
  return [message, message.includes(code) ? '' : code].filter((part) => part !== '').join(', ');
};

/**
 * Classifies a network error; unknown ones count as lost after the request was sent.
 * @param baseUrl the platform's address, for the message of a missing connection
 */
export const toNoAnswer = (error: unknown, baseUrl: string, clean: Clean): NoAnswer => {
  const network: NetworkError = typeof error === 'object' && error !== null ? error : {};
  const failure = failureOf(network);
  return { kind: 'no-answer', failure, message: clean(messageOfFailure(failure, network, baseUrl)) };
};
