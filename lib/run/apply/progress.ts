import {
  LeaseLost,
  PlatformAnswerInvalid,
  PlatformError,
  PlatformThrottled,
  PlatformUnauthorized,
  PlatformUnavailable,
  RunInterrupted,
} from '../../contract/errors.ts';
import type { Change, Phase } from '../../core/change/change.ts';
import type { OnRequestId, Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject, writeObject } from '../store/objects.ts';
import type { Attempt, ProgressObject, SentWrite } from '../store/run-objects.ts';
import type { MadeEndpoints } from './write-change.ts';

/** The changes of one project in one phase of a run. */
export interface Part {
  readonly runId: string;
  readonly phase: Phase;
  readonly project: string;
  readonly changes: readonly Change[];
}

/** Consecutive changes without an answer from the platform after which the run leaves the rest to the next one. */
const unansweredLimit = 3;

export const errorText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Errors after which no further change can succeed. */
const endsAll = (error: unknown) =>
  [PlatformUnauthorized, PlatformThrottled, RunInterrupted, LeaseLost].some((kind) => error instanceof kind);

/** Whether the error proves that the platform did not make the change: a readable refusal. */
const isRefusal = (error: unknown) =>
  error instanceof PlatformError &&
  !(error instanceof PlatformUnavailable) &&
  !(error instanceof PlatformAnswerInvalid);

/**
 * Progress of the changes of one project in one phase. It stores the intent before every write and the result after it, so
 * that a repeated task continues where the previous attempt ended, and every write leaves a record even if the task dies.
 */
export class Progress {
  readonly attempts: Attempt[];
  readonly made: MadeEndpoints;
  /** Reason why no further change can succeed; undefined otherwise. */
  ended: string | undefined;
  /** Whether an earlier attempt of this task may have sent the next write. */
  readonly isOpen: boolean;
  private intent: ProgressObject['intent'];
  private inherited: boolean;
  private begun = false;
  private requestId: string | null = null;
  private unanswered = 0;
  private readonly store: Store;
  private readonly key: string;

  private constructor(store: Store, part: Part, earlier: ProgressObject | undefined, made: MadeEndpoints) {
    const { runId, phase, project, changes } = part;
    this.store = store;
    this.key = keys.progress(runId, phase, project);
    const tried = earlier?.attempts ?? [];
    this.attempts = changes.slice(0, tried.length).map((change, place) => ({ ...tried[place], change }) as Attempt);
    this.made = new Map([...made, ...(earlier?.made ?? [])]);
    this.intent = earlier?.intent;
    this.isOpen = this.intent !== undefined;
    this.inherited = this.isOpen;
  }

  /** Loads the stored progress. The grant phase also knows the endpoint ids that the release phase replaced. */
  static async take(store: Store, part: Part): Promise<Progress> {
    const read = (phase: Phase) => readObject<ProgressObject>(store, keys.progress(part.runId, phase, part.project));
    const released = await read('release');
    const earlier = part.phase === 'release' ? released : await read('grant');
    return new Progress(store, part, earlier, new Map(released?.made));
  }

  /** Records a change that the mode or a freeze forbids. */
  restrained(change: Change, error: string): void {
    this.attempts.push({ change, status: 'skipped', error, restrained: true, write: this.takeWrite(true) });
  }

  skipped(change: Change, error: string): void {
    this.attempts.push({ change, status: 'skipped', error, write: this.takeWrite(true) });
  }

  /** Stores the intent to write the next change; an intent of an earlier attempt keeps its time. */
  async intends(at: string): Promise<void> {
    if (this.intent !== undefined) return;
    this.intent = { at };
    await this.save();
  }

  /** Marks the write as possibly sent. @returns a callback for the platform's request id */
  begins(): OnRequestId {
    this.begun = true;
    return (id) => {
      this.requestId = id;
    };
  }

  async accepted(change: Change): Promise<void> {
    this.unanswered = 0;
    this.attempts.push({ change, status: 'accepted', write: this.takeWrite(false) });
    await this.save();
  }

  async failed(change: Change, error: unknown): Promise<void> {
    const write = this.takeWrite(this.inherited || !isRefusal(error));
    this.attempts.push({ change, status: 'failed', error: errorText(error), write });
    this.unanswered = error instanceof PlatformUnavailable ? this.unanswered + 1 : 0;
    if (endsAll(error) || this.unanswered >= unansweredLimit) this.ended = `not tried after ${errorText(error)}`;
    await this.save();
  }

  /** Facts of the intended write; undefined if no attempt sent it. */
  private takeWrite(uncertain: boolean): SentWrite | undefined {
    const { intent, begun, inherited, requestId } = this;
    this.intent = undefined;
    this.begun = false;
    this.inherited = false;
    this.requestId = null;
    if (intent === undefined || !(begun || inherited)) return undefined;
    return { at: intent.at, requestId, uncertain };
  }

  private save(): Promise<void> {
    const object: ProgressObject = {
      attempts: this.attempts.map(({ change: _, ...rest }) => rest),
      made: [...this.made],
      intent: this.intent,
    };
    return writeObject(this.store, this.key, object);
  }
}
