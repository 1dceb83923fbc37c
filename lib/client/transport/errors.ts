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
import { permissionRemedy } from '../../wire/permissions.ts';
import { type Answer, type Call, isConnectionFailure, type NoAnswer, type Outcome } from './call.ts';
import { outOfTime } from './interrupt.ts';

type ErrorClass = new (message: string, call: CallContext) => PlatformError;

/** Why the client does not retry. */
interface GivenUp {
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

/** Remedy for an answer whose message does not state one. */
const remedyByStatus: Readonly<Record<number, string>> = {
  401: "put a valid token in HEADROOM_TOKEN, or store one with 'headroom token store'",
  410: 'the platform has retired this call: install a newer version of Headroom',
};

const baseUrlOption = 'the base URL (--base-url or HEADROOM_BASE_URL)';

const connectionRemedy = (failure: NoAnswer['failure']): string =>
  failure === 'not-trusted'
    ? `Check ${baseUrlOption} and the certificate (NODE_EXTRA_CA_CERTS for a private authority).`
    : `Check ${baseUrlOption} and the network.`;

/** Text of the 403 that is about the service, not the token (pf 2.13 403 small plans). */
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

/** `[METHOD] "path": status message (request id …); remedy`. */
const describe = (call: Call, outcome: Outcome, message: string, ...after: readonly string[]): string => {
  const status = outcome.kind === 'answer' ? `${outcome.status} ` : '';
  const id = outcome.kind === 'answer' && outcome.requestId ? ` (request id ${outcome.requestId})` : '';
  return [`[${call.method}] "${call.path}": ${status}${message}${id}`, ...after.filter((part) => part !== '')].join(
    '; ',
  );
};

const redirected = (answer: Answer): string =>
  `redirect to "${answer.location ?? ''}" not followed, because it would send the token there; ` +
  'set the base URL to the final address';

/** Message for an answer without one; a success with an error member must not read like a success. */
const defaultMessage = (status: number): string =>
  status < 300 ? 'an error without a message' : (STATUS_CODES[status] ?? 'no message');

const remedyOf = (call: Call, answer: Answer): string => {
  const { ifMissing = '' } = call;
  if (isNotOffered(answer)) return '';
  if (answer.status === 403) return permissionRemedy(call);
  return answer.status === 404 ? ifMissing : (remedyByStatus[answer.status] ?? '');
};

const ofAnswer = (call: Call, answer: Answer, { throttled, reason }: GivenUp): PlatformError => {
  const reply = isRedirect(answer) ? redirected(answer) : answer.message || defaultMessage(answer.status);
  const message = describe(call, answer, reply, reason, remedyOf(call, answer));
  return new (classOf(answer, throttled))(message, contextOf(call, answer));
};

/** No answer, in words: a missing connection is about the address, everything else about the call. */
const noAnswerText = (call: Call, outcome: NoAnswer, reason: string): string => {
  const { message, failure } = outcome;
  if (!isConnectionFailure(outcome)) return describe(call, outcome, `no answer: ${message}`, reason);
  return `${message}${reason === '' ? '' : `; ${reason}`}. ${connectionRemedy(failure)}`;
};

const ofNoAnswer = (call: Call, outcome: NoAnswer, { reason }: GivenUp): PlatformError => {
  const message = noAnswerText(call, outcome, reason);
  if (outcome.failure === 'too-large' || outcome.failure === 'unreadable')
    return new PlatformAnswerInvalid(message, contextOf(call, outcome));
  // A failure that may pass always has a reason why the tries end.
  return new PlatformUnavailable(message, contextOf(call, outcome), { isLasting: reason === '' });
};

/** The error of a call whose next try would start after the deadline, at `atMs`. */
export const tooLate = (call: Call, outcome: Outcome, reason: string, atMs: number): OutOfTime => {
  const text =
    outcome.kind === 'answer'
      ? describe(call, outcome, outcome.message || defaultMessage(outcome.status), reason)
      : noAnswerText(call, outcome, reason);
  return outOfTime(text, atMs);
};

/** The error of a failed call: class by status (contract/errors.ts), message for people. */
export const errorOf = (call: Call, outcome: Outcome, givenUp: GivenUp): PlatformError =>
  outcome.kind === 'answer' ? ofAnswer(call, outcome, givenUp) : ofNoAnswer(call, outcome, givenUp);

/** The error of a success that does not match the interface; `problem` names the member. */
export const answerInvalid = (call: Call, answer: Answer, problem: string): PlatformError =>
  new PlatformAnswerInvalid(describe(call, answer, `unexpected answer: ${problem}`), contextOf(call, answer));

/** The error of a call that is not sent because its token is unusable. */
export const tokenUnusable = (call: Call): PlatformError =>
  new PlatformUnauthorized(
    `[${call.method}] "${call.path}": not sent: the token is empty or has characters that a header cannot contain; ${remedyByStatus[401]}`,
    { method: call.method, path: call.path },
  );
