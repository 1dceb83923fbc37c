/**
 * Every error that a workflow may retry or catch by name. The names are literals because minifiers rename classes, and
 * Step Functions matches `Retry` and `Catch` by `name`. No message ever holds a token.
 */

/** The policy document cannot be read or is not valid: no change is made. */
export class PolicyInvalid extends Error {
  override readonly name = 'PolicyInvalid';
}

/** The token sees nothing of the organization. */
export class NoProjects extends Error {
  override readonly name = 'NoProjects';
}

/** Another run holds the lease. */
export class LeaseHeld extends Error {
  override readonly name = 'LeaseHeld';
}

/** The lease went to another run, so this one must not write any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** The plan that was approved is not the plan that the world asks for now. */
export class WorldMoved extends Error {
  override readonly name = 'WorldMoved';
}

/** The plan that was approved has been carried out, or begun, by another run already. */
export class ApprovalUsed extends Error {
  override readonly name = 'ApprovalUsed';
}

/** The plan that was approved was proposed too long ago. */
export class ApprovalExpired extends Error {
  override readonly name = 'ApprovalExpired';
}

/** The store holds no plan of the digest that was approved, so its age is not known. */
export class ApprovalUnknown extends Error {
  override readonly name = 'ApprovalUnknown';
}

/** Several plans begin with the digits that were approved. */
export class ApprovalAmbiguous extends Error {
  override readonly name = 'ApprovalAmbiguous';
}

/** The run to undo, or the part of it, has no writes in the audit. */
export class UndoUnknown extends Error {
  override readonly name = 'UndoUnknown';
}

/** A conditional write found something else than expected. */
export class StoreConflict extends Error {
  override readonly name = 'StoreConflict';
}

/** The store cannot be read or written. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** An object in the store cannot be read, and going on without it could do harm. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';
}

/** The token cannot be read from where it is kept. */
export class SecretUnavailable extends Error {
  override readonly name = 'SecretUnavailable';
}

/** The workflow that retires a replaced token cannot be started. */
export class RetirementUnavailable extends Error {
  override readonly name = 'RetirementUnavailable';
}

/** The platform does not accept the token that was to become current, or shows it no project: the one in use stays. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
}

/** The platform does not let the token in use make another one. */
export class TokenNotMintable extends Error {
  override readonly name = 'TokenNotMintable';
}

/** A token that is to be revoked is in no list of the platform, though the platform accepts it. */
export class TokenUnlisted extends Error {
  override readonly name = 'TokenUnlisted';
}

/** The bus did not take every event, also after trying again. */
export class BusUnavailable extends Error {
  override readonly name = 'BusUnavailable';
}

/** A signal ends the run; no further call is made. */
export class RunInterrupted extends Error {
  override readonly name = 'RunInterrupted';
}

/**
 * The task has no time left for what comes next: a call, or a wait before one. Nothing is lost: repeated, it goes on where
 * it stopped.
 */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
  /** ISO 8601, UTC: from when on it is of use to go on. */
  readonly goOnAt: string;
  constructor(message: string, goOnAt: string) {
    super(message);
    this.goOnAt = goOnAt;
  }
}

/** Where a platform error happened. */
export interface CallContext {
  readonly method: string;
  readonly path: string;
  /** HTTP status; undefined when no answer came. */
  readonly status?: number;
  readonly requestId?: string;
  /** The platform's own error code, when its answer gives one. */
  readonly errorCode?: string;
}

/** Common part of everything that can go wrong with a call: where, what the platform said, never a token. */
export abstract class PlatformError extends Error {
  readonly call: CallContext;
  constructor(message: string, call: CallContext) {
    super(message);
    this.call = call;
  }
}

/** No answer: refused, reset, timed out, or a 5xx that outlasted the retries. */
export class PlatformUnavailable extends PlatformError {
  override readonly name = 'PlatformUnavailable';
}

/** Still too many requests (429) after the waits that the platform asked for. */
export class PlatformThrottled extends PlatformError {
  override readonly name = 'PlatformThrottled';
}

/** The token is missing, unknown or expired (401). */
export class PlatformUnauthorized extends PlatformError {
  override readonly name = 'PlatformUnauthorized';
}

/** The token is good but may not do this (403). */
export class PlatformForbidden extends PlatformError {
  override readonly name = 'PlatformForbidden';
}

/** The platform does not offer this to the service, because of its plan or cloud (403 with that text): asking again is vain. */
export class PlatformNotOffered extends PlatformError {
  override readonly name = 'PlatformNotOffered';
}

/** The thing is not there (404). */
export class PlatformNotFound extends PlatformError {
  override readonly name = 'PlatformNotFound';
}

/** The thing is there already or in the way (409). */
export class PlatformConflict extends PlatformError {
  override readonly name = 'PlatformConflict';
}

/** Any other refusal of a request (4xx). */
export class PlatformRefused extends PlatformError {
  override readonly name = 'PlatformRefused';
}

/** An answer that is not what the interface says. */
export class PlatformAnswerInvalid extends PlatformError {
  override readonly name = 'PlatformAnswerInvalid';
}
