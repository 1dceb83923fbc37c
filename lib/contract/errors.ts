import { firstLines } from '../core/model/visible-text.ts';

/**
 * Errors that a workflow may retry or catch by name. The names are literals because minifiers rename classes, and Step
 * Functions matches `Retry` and `Catch` by `name`. No message ever contains a token.
 */

/** A class of errors with this name. */
const named = <N extends string>(name: N) =>
  class extends Error {
    override readonly name = name;
  };

/** The policy document is missing or invalid; the run changes nothing. The message has a line for each of the first errors. */
export class PolicyInvalid extends named('PolicyInvalid') {
  /** All errors, also the ones that the message only counts. */
  readonly count: number;
  constructor(message: string) {
    const lines = message.split('\n');
    super(firstLines(lines).join('\n'));
    this.count = lines.length;
  }
}

/** The token sees no project of the organization: most likely it lost its rights. */
export class NoProjects extends named('NoProjects') {
  constructor(
    message = 'the platform lists no project of the organization for this token; give its owner the operator role in the projects',
  ) {
    super(message);
  }
}

/** Another run has the lease. */
export class LeaseHeld extends named('LeaseHeld') {}

/** Another run took the lease, so this run must stop writing. */
export class LeaseLost extends named('LeaseLost') {}

/** The store belongs to another organization, or to another deployment. */
export class StoreOwned extends named('StoreOwned') {}

/** The approved plan differs from the current plan. */
export class PlanMoved extends named('PlanMoved') {}

/** The policy changed after the run read it, and another run has already planned by the new one. */
export class PolicyMoved extends named('PolicyMoved') {}

/** Another run already applied the approved plan, or began to. */
export class ApprovalUsed extends named('ApprovalUsed') {}

/** The approved plan was proposed too long ago. */
export class ApprovalExpired extends named('ApprovalExpired') {}

/** The store has no proposed plan with the approved digest. */
export class ApprovalUnknown extends named('ApprovalUnknown') {}

/** Several plans begin with the approved digits. */
export class ApprovalAmbiguous extends named('ApprovalAmbiguous') {}

/** The run to undo, or the part of it, has no writes in the audit. */
export class UndoUnknown extends named('UndoUnknown') {}

/** What a person names is not there: a project, a service, a run, a version, a file. */
export class NotFound extends named('NotFound') {}

/** Lists of a project omit what the platform has, so no decision may rest on them. */
export class ListIncomplete extends named('ListIncomplete') {}

/** The condition of a conditional write is not met. */
export class StoreConflict extends named('StoreConflict') {}

/** The store does not accept reads or writes. */
export class StoreUnavailable extends named('StoreUnavailable') {}

/** An object in the store is unreadable, and it is unsafe to continue without it. */
export class StoreDamaged extends named('StoreDamaged') {}

/** Another build wrote the audit, in a form that this one does not read; nothing may follow it. */
export class AuditUnknown extends named('AuditUnknown') {}

/** The secret store does not return the token. */
export class SecretUnavailable extends named('SecretUnavailable') {}

/** The workflow that retires a replaced token does not start. */
export class RetirementUnavailable extends named('RetirementUnavailable') {}

/** The platform rejects the new token, or shows it no project; the current token stays in use. */
export class TokenRefused extends named('TokenRefused') {}

/** The platform does not let the current token create another one. */
export class TokenNotMintable extends named('TokenNotMintable') {}

/** The platform accepts a token to revoke but does not list it. */
export class TokenUnlisted extends named('TokenUnlisted') {}

/** The bus rejected some events, also after retries. */
export class BusUnavailable extends named('BusUnavailable') {
  /** Places of the events that the bus did not take; null: it may have taken none. */
  readonly refused: ReadonlySet<number> | null;

  constructor(message: string, refused: ReadonlySet<number> | null = null) {
    super(message);
    this.refused = refused;
  }
}

/** A signal ends the run; it makes no further call. */
export class RunInterrupted extends named('RunInterrupted') {}

/**
 * The task has no time for its next call, or for the wait before it. Nothing is lost: the next attempt continues where
 * this one stopped.
 */
export class OutOfTime extends named('OutOfTime') {
  /** ISO 8601, UTC: earliest useful time to continue. */
  readonly goOnAt: string;
  constructor(message: string, goOnAt: string) {
    super(message);
    this.goOnAt = goOnAt;
  }
}

/** The call that a platform error belongs to. */
export interface CallContext {
  readonly method: string;
  readonly path: string;
  /** HTTP status; undefined without an answer. */
  readonly status?: number;
  readonly requestId?: string;
  /** The platform's own error code, if its answer has one. */
  readonly errorCode?: string;
}

/** Base of all errors of a platform call: the call and the platform's message, never a token. */
export abstract class PlatformError extends Error {
  readonly call: CallContext;
  constructor(message: string, call: CallContext) {
    super(message);
    this.call = call;
  }
}

/** A class of errors of a platform call with this name. */
const ofPlatform = <N extends string>(name: N) =>
  class extends PlatformError {
    override readonly name = name;
  };

/** No answer: refused, reset, timed out, or a 5xx that outlasted the retries. */
export class PlatformUnavailable extends ofPlatform('PlatformUnavailable') {
  /**
   * True if the next try soon meets the same: nothing listens at the address, its certificate is not trusted, or an answer
   * trickles. A workflow that waits minutes between attempts retries it too.
   */
  readonly isLasting: boolean;
  constructor(message: string, call: CallContext, { isLasting = false } = {}) {
    super(message, call);
    this.isLasting = isLasting;
  }
}

/** Still too many requests (429) after the waits that the platform requested. */
export class PlatformThrottled extends ofPlatform('PlatformThrottled') {}

/** The token is missing, unknown or expired (401). */
export class PlatformUnauthorized extends ofPlatform('PlatformUnauthorized') {}

/** The token is valid but lacks the permission (403). */
export class PlatformForbidden extends ofPlatform('PlatformForbidden') {}

/** The platform does not offer this for the plan or cloud of the service (403 with that text); a retry is useless. */
export class PlatformNotOffered extends ofPlatform('PlatformNotOffered') {}

/** The resource does not exist (404). */
export class PlatformNotFound extends ofPlatform('PlatformNotFound') {}

/** The resource exists already or conflicts with another (409). */
export class PlatformConflict extends ofPlatform('PlatformConflict') {}

/** Any other rejected request (4xx). */
export class PlatformRefused extends ofPlatform('PlatformRefused') {}

/** The answer does not match the documented interface. */
export class PlatformAnswerInvalid extends ofPlatform('PlatformAnswerInvalid') {}
