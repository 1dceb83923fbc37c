import {
  LeaseLost,
  PlatformThrottled,
  PlatformUnauthorized,
  PlatformUnavailable,
  RunInterrupted,
} from '../contract/errors.ts';
import type { Change, Phase } from '../core/model.ts';
import type { Store } from '../ports.ts';
import type { MadeEndpoints } from './carry-out.ts';
import { keys, readObject, writeObject } from './objects.ts';

/** How trying a change ended, before reading back: `accepted` means that the platform took it. */
export interface Attempt {
  readonly change: Change;
  readonly status: 'accepted' | 'failed' | 'skipped';
  readonly error?: string;
}

interface ProgressObject {
  readonly attempts: readonly Attempt[];
  readonly made: readonly (readonly [string, string])[];
}

/** After so many changes in a row without any answer from the platform the rest is left for the next run. */
const unansweredLimit = 3;

export const errorText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Errors after which no further change can succeed. */
const endsAll = (error: unknown) =>
  [PlatformUnauthorized, PlatformThrottled, RunInterrupted, LeaseLost].some((kind) => error instanceof kind);

/**
 * How far the changes of one project in one phase have come. It is stored after every change, so that a task that is
 * repeated goes on where the one before it ended, and what was done is known even when nobody came to tell.
 */
export class Progress {
  readonly attempts: Attempt[];
  readonly made: MadeEndpoints;
  private ended: string | undefined;
  private unanswered = 0;
  private readonly store: Store;
  private readonly key: string;

  private constructor(store: Store, key: string, earlier: ProgressObject | undefined, made: MadeEndpoints) {
    this.store = store;
    this.key = key;
    this.attempts = [...(earlier?.attempts ?? [])];
    this.made = new Map([...made, ...(earlier?.made ?? [])]);
  }

  /** Takes up what was stored. The grant phase also knows the endpoints that the release phase renewed. */
  static async take(store: Store, runId: string, phase: Phase, project: string): Promise<Progress> {
    const released = await readObject<ProgressObject>(store, keys.progress(runId, 'release', project));
    const key = keys.progress(runId, phase, project);
    const earlier = phase === 'release' ? released : await readObject<ProgressObject>(store, key);
    return new Progress(store, key, earlier, new Map(released?.made));
  }

  /** Why a change cannot succeed any more, so that it is not even tried. */
  whySkip({ endpointName }: Change): string | undefined {
    if (this.ended !== undefined) return this.ended;
    // Only what concerns one endpoint builds on each other.
    if (endpointName === '') return undefined;
    const failed = this.attempts.find(
      ({ change, status }) => status === 'failed' && change.endpointName === endpointName,
    );
    return failed && `${failed.change.kind} of the same service failed`;
  }

  skipped(change: Change, error: string): void {
    this.attempts.push({ change, status: 'skipped', error });
  }

  async accepted(change: Change): Promise<void> {
    this.unanswered = 0;
    this.attempts.push({ change, status: 'accepted' });
    await this.save();
  }

  async failed(change: Change, error: unknown): Promise<void> {
    this.attempts.push({ change, status: 'failed', error: errorText(error) });
    this.unanswered = error instanceof PlatformUnavailable ? this.unanswered + 1 : 0;
    if (endsAll(error) || this.unanswered >= unansweredLimit) this.ended = `not tried after ${errorText(error)}`;
    await this.save();
  }

  private save(): Promise<void> {
    const object: ProgressObject = { attempts: this.attempts, made: [...this.made] };
    return writeObject(this.store, this.key, object);
  }
}
