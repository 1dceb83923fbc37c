import { STATUS_CODES } from 'node:http';
import {
  type CallContext,
  type OutOfTime,
  PlatformAnswerInvalid,
  PlatformConflict,
  type PlatformError,
  PlatformForbidden,
  PlatformNotFound,
  PlatformNotOffered,
  PlatformRefused,
  PlatformThrottled,
  PlatformUnauthorized,
  PlatformUnavailable,
} from '../../contract/errors.ts';
import type { Answer, Call, NoAnswer, Outcome } from './call.ts';
import { outOfTime } from './deadline.ts';

type ErrorClass = new (message: string, call: CallContext) => PlatformError;

/** Why the client does not try again, as far as the error tells it. */
export interface GivenUp {
  readonly throttled: boolean;
  readonly reason: string;
}

const byStatus: Readonly<Record<number, ErrorClass>> = {
  401: PlatformUnauthorized,
  403: PlatformForbidden,
  404: PlatformNotFound,
  408: PlatformUnavailable,
  409: PlatformConflict,
  429: PlatformThrottled,
};

/** What to do about an answer, where the platform does not say it itself (§5 permission). */
const mendByStatus: Readonly<Record<number, string>> = {
  401: "put a valid token in HEADROOM_TOKEN, or store one with 'headroom token store'",
  403: "the token's owner needs the operator role for the organization, project and service",
};

const mendByFailure: Readonly<Record<NoAnswer['failure'], string>> = {
  'not-connected': 'check the base URL and the network',
  lost: '',
  'not-trusted': 'check the base URL and the certificate (NODE_EXTRA_CA_CERTS for an authority of your own)',
  'too-large': '',
};

/** Text of the 403 that speaks of the service and not of the token (pf 2.13 403 small plans). */
const notOffered = /not available for this service/i;

const isNotOffered = ({ status, message }: Answer): boolean => status === 403 && notOffered.test(message);

const isRedirect = (answer: Answer): boolean => answer.status >= 300 && answer.status < 400;

const classOf = (answer: Answer, throttled: boolean): ErrorClass => {
  if (throttled) return PlatformThrottled;
  if (isRedirect(answer)) return PlatformAnswerInvalid;
  if (isNotOffered(answer)) return PlatformNotOffered;
  return byStatus[answer.status] ?? (answer.status >= 500 ? PlatformUnavailable : PlatformRefused);
};

const contextOf = (call: Call, outcome: Outcome): CallContext => {
  const where = { method: call.method, path: call.path };
  if (outcome.kind === 'no-answer') return where;
  return { ...where, status: outcome.status, requestId: outcome.requestId, errorCode: outcome.errorCode };
};

/** `[METHOD] "path": status what was said (request id …); what to do`. */
const describe = (call: Call, outcome: Outcome, said: string, ...after: readonly string[]): string => {
  const status = outcome.kind === 'answer' ? `${outcome.status} ` : '';
  const id = outcome.kind === 'answer' && outcome.requestId ? ` (request id ${outcome.requestId})` : '';
  return [`[${call.method}] "${call.path}": ${status}${said}${id}`, ...after.filter((part) => part !== '')].join('; ');
};

const redirected = (answer: Answer): string =>
  `redirect to "${answer.location ?? ''}" not followed, for it would take the token along; ` +
  'make the base URL the address that answers itself';

/** Words for an answer that has none; a success that carries an error must not read like one. */
const unsaid = (status: number): string =>
  status < 300 ? 'an error without a message' : (STATUS_CODES[status] ?? 'without a message');

const ofAnswer = (call: Call, answer: Answer, { throttled, reason }: GivenUp): PlatformError => {
  const said = isRedirect(answer) ? redirected(answer) : answer.message || unsaid(answer.status);
  const message = describe(call, answer, said, reason, isNotOffered(answer) ? '' : (mendByStatus[answer.status] ?? ''));
  return new (classOf(answer, throttled))(message, contextOf(call, answer));
};

const ofNoAnswer = (call: Call, outcome: NoAnswer, { reason }: GivenUp): PlatformError => {
  const message = describe(call, outcome, `no answer: ${outcome.message}`, reason, mendByFailure[outcome.failure]);
  const cls = outcome.failure === 'too-large' ? PlatformAnswerInvalid : PlatformUnavailable;
  return new cls(message, contextOf(call, outcome));
};

/** The error of a call whose next try would come after the deadline, at `atMs`. */
export const tooLate = (call: Call, outcome: Outcome, reason: string, atMs: number): OutOfTime => {
  const said = outcome.kind === 'answer' ? outcome.message || unsaid(outcome.status) : `no answer: ${outcome.message}`;
  return outOfTime(describe(call, outcome, said, reason), atMs);
};

/** The error of a call that did not succeed: its class by status (contract/errors.ts), its message for people. */
export const errorOf = (call: Call, outcome: Outcome, givenUp: GivenUp): PlatformError =>
  outcome.kind === 'answer' ? ofAnswer(call, outcome, givenUp) : ofNoAnswer(call, outcome, givenUp);

/** The error of a success that is not what the interface says; `problem` names the member. */
export const answerInvalid = (call: Call, answer: Answer, problem: string): PlatformError =>
  new PlatformAnswerInvalid(describe(call, answer, `unexpected answer: ${problem}`), contextOf(call, answer));

/** The error of a call that is not made, because the token in hand cannot be sent. */
export const tokenUnusable = (call: Call): PlatformError =>
  new PlatformUnauthorized(
    `[${call.method}] "${call.path}": not sent: the token is empty or holds characters that no header may; ${mendByStatus[401]}`,
    { method: call.method, path: call.path },
  );
