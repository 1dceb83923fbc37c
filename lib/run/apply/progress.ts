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
import { type Change, type Phase, subjectName } from '../../core/change/change.ts';
import type { Store, WriteWatch } from '../../ports.ts';
import { objectText, readContent } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import { readObject, replacing } from '../store/objects.ts';
import type { Attempt, ProgressObject, SentWrite } from '../store/run-objects.ts';
import type { MadeEndpoints } from './write-change.ts';

/** The changes of one project in one phase of a run. */
export interface Part {
  readonly runId: string;
  readonly phase: Phase;
  readonly project: string;
  readonly changes: readonly Change[];
  /** Services and unused endpoints of the project whose last change, in an earlier run, failed. */
  readonly failedBefore?: ReadonlySet<string>;
}

/** Whether the last change of the same subject failed too: what fails for ever must not keep the run from all other changes. */
export const isFailingAgain = ({ failedBefore }: Pick<Part, 'failedBefore'>, change: Change): boolean =>
  failedBefore?.has(subjectName(change)) ?? false;

/**
 * Consecutive changes without an answer from the platform after which the run leaves the rest to the next one. Subjects
 * whose last change failed too do not count.
 */
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
  private readonly part: Part;

  /** Text of the object as this task read or wrote it last; undefined when there was none. */
  private body: string | undefined;

  private constructor(store: Store, part: Part, body: string | undefined, made: MadeEndpoints) {
    const { runId, phase, project, changes } = part;
    this.store = store;
    this.part = part;
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

  /** Loads the stored progress. The grant phase also knows the endpoint ids that the release phase replaced. */
  static async take(store: Store, part: Part): Promise<Progress> {
    const released = await readObject<ProgressObject>(store, keys.progress(part.runId, 'release', part.project));
    const own = await store.get(keys.progress(part.runId, part.phase, part.project));
    return new Progress(store, part, own?.body, new Map(released?.made));
  }

  /** Records a change that the mode or a freeze forbids. */
  restrained(change: Change, error: string): void {
    this.attempts.push({ change, status: 'skipped', error, restrained: true, write: this.takeWrite(true) });
  }

  /**
   * Records a change that the mode or a freeze forbids after its intent was stored.
   * @param isSent whether a try of its write was sent before
   */
  async withheld(change: Change, error: string, isSent: boolean): Promise<void> {
    this.begun = isSent;
    this.restrained(change, error);
    await this.save();
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

  /** Marks the write as possibly sent. @returns the part of its watch that notes the platform's request id */
  begins(): Required<Pick<WriteWatch, 'onRequestId'>> {
    this.begun = true;
    return {
      onRequestId: (id) => {
        this.requestId = id;
      },
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
    if (!(error instanceof PlatformUnavailable)) this.unanswered = 0;
    else if (!isFailingAgain(this.part, change)) this.unanswered += 1;
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
    await this.store.put(this.key, body, replacing(stored));
    this.body = body;
  }
}
