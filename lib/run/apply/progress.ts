import {
  LeaseLost,
  PlatformAnswerInvalid,
  PlatformError,
  PlatformNotOffered,
  PlatformThrottled,
  PlatformUnauthorized,
  PlatformUnavailable,
  RunInterrupted,
} from '../../contract/errors.ts';
import { type Change, isDiskChange, type Phase, subjectName } from '../../core/change/change.ts';
import type { Store, WriteWatch } from '../../ports.ts';
import { appendStep, type LoggedProgress, readProgress } from '../store/progress-log.ts';
import type { Attempt, ProgressStep, SentWrite } from '../store/run-objects.ts';
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

/** Errors after which no further change can succeed, besides an interruption. */
const endsAll = (error: unknown) =>
  [PlatformUnauthorized, PlatformThrottled, LeaseLost].some((kind) => error instanceof kind);

/** Whether the error proves that the platform did not make the change: a readable refusal. */
const isRefusal = (error: unknown) =>
  error instanceof PlatformError &&
  !(error instanceof PlatformUnavailable) &&
  !(error instanceof PlatformAnswerInvalid);

const withoutChange = ({ change: _, ...attempt }: Attempt) => attempt;

/**
 * Progress of the changes of one project in one phase. It stores the intent before every write and the result after it, so
 * that a repeated task continues where the previous attempt ended, and every write leaves a record even if the task dies.
 * Both are steps of a log: the cost of a write does not depend on the size of the part.
 */
export class Progress {
  readonly attempts: Attempt[];
  readonly made: MadeEndpoints;
  /** Reason why no further change can succeed; undefined otherwise. */
  ended: string | undefined;
  /** Whether an earlier attempt of this task may have sent the next write. */
  readonly isOpen: boolean;
  private intent: ProgressStep['intent'];
  private inherited: boolean;
  private begun = false;
  private requestId: string | null = null;
  private unanswered = 0;
  private readonly store: Store;
  private readonly part: Part;
  /** What the store has. */
  private readonly logged: LoggedProgress;

  private constructor(store: Store, part: Part, logged: LoggedProgress, made: MadeEndpoints) {
    const { attempts, intent } = logged;
    this.store = store;
    this.part = part;
    this.logged = logged;
    this.attempts = part.changes
      .slice(0, attempts.length)
      .map((change, index) => ({ ...attempts[index], change }) as Attempt);
    this.made = new Map([...made, ...logged.made]);
    this.intent = intent;
    this.isOpen = intent !== undefined;
    this.inherited = this.isOpen;
  }

  /** Loads the stored progress. The grant phase also knows the endpoint ids that the release phase replaced. */
  static async take(store: Store, part: Part): Promise<Progress> {
    const released = part.phase === 'release' ? undefined : await readProgress(store, { ...part, phase: 'release' });
    return new Progress(store, part, await readProgress(store, part), released?.made ?? new Map());
  }

  /** Records a change that the mode or a freeze forbids. */
  restrained(change: Change, error: string): void {
    this.attempts.push({ change, status: 'skipped', error, restrained: true, write: this.takeWrite(true) });
  }

  /** Records a change that the mode or a freeze forbids after its intent was stored. */
  async withheld(change: Change, error: string): Promise<void> {
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

  /** The watch of the intended write: it notes that a try is sent, once `check` allows it, and the platform's request id. */
  watch(check: () => Promise<void>): Required<WriteWatch> {
    return {
      mayStart: async () => {
        await check();
        this.begun = true;
      },
      onRequestId: (id) => {
        this.requestId = id;
      },
    };
  }

  async accepted(change: Change): Promise<void> {
    this.unanswered = 0;
    this.attempts.push({ change, status: 'accepted', write: this.takeWrite(false) });
    await this.save(isDiskChange(change) ? this.madeFor(change.endpointName) : []);
  }

  /** The id of an endpoint, unless the log of this part has it. */
  private madeFor(name: string): ProgressStep['made'] {
    const id = this.made.get(name);
    return id === undefined || this.logged.made.get(name) === id ? [] : [[name, id]];
  }

  async failed(change: Change, error: unknown): Promise<void> {
    const write = this.takeWrite(this.inherited || !isRefusal(error));
    if (error instanceof RunInterrupted) {
      this.ended = 'not tried: the run was interrupted';
      // Nothing is wrong with a change that was never sent.
      if (write === undefined) {
        this.attempts.push({ change, status: 'skipped', error: this.ended });
        return this.save();
      }
    }
    const notOffered = error instanceof PlatformNotOffered ? { notOffered: true as const } : {};
    this.attempts.push({ change, status: 'failed', error: errorText(error), ...notOffered, write });
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
   * Stores how far this task came since its last step, only if nothing but this task has stored a step meanwhile: a copy of
   * the task, because this one was given up or called twice, records the writes from then on.
   * @throws StoreConflict when another copy is at work
   */
  private async save(made: ProgressStep['made'] = []): Promise<void> {
    const { attempts: recorded } = this.logged;
    const attempts = this.attempts.slice(recorded.length).map(withoutChange);
    const step = { index: recorded.length, attempts, made, intent: this.intent };
    await appendStep(this.store, this.part, this.logged, step);
  }
}
