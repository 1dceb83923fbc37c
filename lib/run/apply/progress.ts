import {
  LeaseLost,
  PlatformAnswerInvalid,
  PlatformError,
  PlatformThrottled,
  PlatformUnauthorized,
  PlatformUnavailable,
  RunInterrupted,
  StoreConflict,
} from '../../contract/errors.ts';
import type { Change, Phase } from '../../core/change/change.ts';
import type { OnRequestId, Store } from '../../ports.ts';
import { objectText, readContent } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import { readObject } from '../store/objects.ts';
import type { Attempt, ProgressObject, SentWrite } from '../store/run-objects.ts';
import type { MadeEndpoints } from './write-change.ts';

/** The changes of one project in one phase of a run. */
export interface Part {
  readonly runId: string;
  readonly phase: Phase;
  readonly project: string;
  readonly changes: readonly Change[];
}

/** After so many changes in a row without any answer from the platform the rest is left for the next run. */
const unansweredLimit = 3;

export const errorText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Errors after which no further change can succeed. */
const endsAll = (error: unknown) =>
  [PlatformUnauthorized, PlatformThrottled, RunInterrupted, LeaseLost].some((kind) => error instanceof kind);

/** Whether the platform surely did not do what failed so: it said no, in words that can be read. */
const isRefusal = (error: unknown) =>
  error instanceof PlatformError &&
  !(error instanceof PlatformUnavailable) &&
  !(error instanceof PlatformAnswerInvalid);

/**
 * How far the changes of one project in one phase have come. Before every write it is stored that it is about to be
 * sent, and after it how it ended: so a task that is repeated goes on where the one before it ended, and no write is
 * without a trace even when nobody came to tell.
 */
export class Progress {
  readonly attempts: Attempt[];
  readonly made: MadeEndpoints;
  /** Why nothing more can succeed, so that it is not even tried; undefined while it may. */
  ended: string | undefined;
  /** Whether an earlier try of this task may have sent the write that comes next. */
  readonly isOpen: boolean;
  private intent: ProgressObject['intent'];
  private inherited: boolean;
  private begun = false;
  private requestId: string | null = null;
  private unanswered = 0;
  private readonly store: Store;
  private readonly key: string;

  /** Text of the object as this task read or wrote it last; undefined when there was none. */
  private body: string | undefined;

  private constructor(store: Store, part: Part, body: string | undefined, made: MadeEndpoints) {
    const { runId, phase, project, changes } = part;
    this.store = store;
    this.key = keys.progress(runId, phase, project);
    this.body = body;
    const earlier = body === undefined ? undefined : readContent<ProgressObject>(this.key, body);
    const tried = earlier?.attempts ?? [];
    this.attempts = changes.slice(0, tried.length).map((change, place) => ({ ...tried[place], change }) as Attempt);
    this.made = new Map([...made, ...(earlier?.made ?? [])]);
    this.intent = earlier?.intent;
    this.isOpen = this.intent !== undefined;
    this.inherited = this.isOpen;
  }

  /** Takes up what was stored. The grant phase also knows the endpoints that the release phase renewed. */
  static async take(store: Store, part: Part): Promise<Progress> {
    const released = await readObject<ProgressObject>(store, keys.progress(part.runId, 'release', part.project));
    const own = await store.get(keys.progress(part.runId, part.phase, part.project));
    return new Progress(store, part, own?.body, new Map(released?.made));
  }

  /** A change is left out because the mode or a freeze forbids it. */
  restrained(change: Change, error: string): void {
    this.attempts.push({ change, status: 'skipped', error, restrained: true, write: this.takeWrite(true) });
  }

  skipped(change: Change, error: string): void {
    this.attempts.push({ change, status: 'skipped', error, write: this.takeWrite(true) });
  }

  /** Stores that the next change is about to be written; one that an earlier try stored keeps its time. */
  async intends(at: string): Promise<void> {
    if (this.intent !== undefined) return;
    this.intent = { at };
    await this.save();
  }

  /** From now on the write may be on its way; what it is given hears the platform's id of the request. */
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

  /** What there is to say of the write that was intended; undefined when neither this try nor an earlier one sent it. */
  private takeWrite(uncertain: boolean): SentWrite | undefined {
    const { intent, begun, inherited, requestId } = this;
    this.intent = undefined;
    this.begun = false;
    this.inherited = false;
    this.requestId = null;
    if (intent === undefined || !(begun || inherited)) return undefined;
    return { at: intent.at, requestId, uncertain };
  }

  /**
   * Stores how far this task came, only if nothing but this task has changed the object: a copy of the task that started
   * meanwhile, because this one was given up or called twice, records the writes from then on.
   * @throws StoreConflict when another copy is at work
   */
  private async save(): Promise<void> {
    const object: ProgressObject = {
      attempts: this.attempts.map(({ change: _, ...rest }) => rest),
      made: [...this.made],
      intent: this.intent,
    };
    const stored = await this.store.get(this.key);
    if (stored?.body !== this.body) throw new StoreConflict(`another copy of this task writes ${this.key}`);
    const body = objectText(object);
    await this.store.put(this.key, body, stored === undefined ? { ifAbsent: true } : { ifVersion: stored.version });
    this.body = body;
  }
}
