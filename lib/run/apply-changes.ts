import {
  LeaseLost,
  PlatformNotOffered,
  PlatformThrottled,
  PlatformUnauthorized,
  PlatformUnavailable,
  RunInterrupted,
} from '../contract/errors.ts';
import type { Change, ChangeResult } from '../core/model.ts';
import type { Clock, Platform, Store } from '../ports.ts';
import { carryOut, type MadeEndpoints } from './carry-out.ts';
import { assertLease } from './lease.ts';
import { readBack } from './read-back.ts';
import { noteRefusal } from './refusals.ts';

interface ApplyPorts {
  readonly platform: Platform;
  readonly store: Store;
  readonly clock: Clock;
}

/** After so many changes in a row without any answer from the platform the rest is left for the next run. */
const unansweredLimit = 3;

const text = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

/** Errors after which no further change can succeed. */
const endsAll = (error: unknown) =>
  [PlatformUnauthorized, PlatformThrottled, RunInterrupted, LeaseLost].some((kind) => error instanceof kind);

/** Remembers what went wrong, so that what builds on it is skipped instead of tried. */
class Progress {
  ended: string | undefined;
  readonly failedServices = new Map<string, string>();
  private unanswered = 0;

  whySkip(change: Change): string | undefined {
    return this.ended ?? this.failedServices.get(change.endpointName);
  }

  failed(change: Change, error: unknown): void {
    this.failedServices.set(change.endpointName, `${change.kind} of the same service failed`);
    this.unanswered = error instanceof PlatformUnavailable ? this.unanswered + 1 : 0;
    if (endsAll(error) || this.unanswered >= unansweredLimit) this.ended = `not tried after ${text(error)}`;
  }

  succeeded(): void {
    this.unanswered = 0;
  }
}

/** How trying ended, before reading back: no reason means that the platform took the change. */
type Attempt = { readonly change: Change; readonly status: 'accepted' | 'failed' | 'skipped'; readonly error?: string };

const attempt = async (ports: ApplyPorts, runId: string, changes: readonly Change[], made: MadeEndpoints) => {
  const progress = new Progress();
  const attempts: Attempt[] = [];
  for (const change of changes) {
    const why = progress.whySkip(change);
    if (why !== undefined) {
      attempts.push({ change, status: 'skipped', error: why });
      continue;
    }
    try {
      await assertLease(ports, runId);
      await carryOut(ports.platform, change, made);
      progress.succeeded();
      attempts.push({ change, status: 'accepted' });
    } catch (error) {
      progress.failed(change, error);
      if (error instanceof PlatformNotOffered) await noteRefusal(ports, change, error.message);
      attempts.push({ change, status: 'failed', error: text(error) });
    }
  }
  return attempts;
};

/** What reading back says of each change; undefined where it shows the change. */
const doubts = async (platform: Platform, changes: readonly Change[], made: MadeEndpoints) => {
  const project = changes[0]?.project;
  if (project === undefined) return () => undefined;
  try {
    const seen = await readBack(platform, project, changes, made);
    return (change: Change) => (seen(change) ? undefined : 'accepted, but reading back does not show it yet');
  } catch (error) {
    return () => `accepted, but reading back failed: ${text(error)}`;
  }
};

/**
 * Carries out changes of one project in their order. A failed change lets the later ones of the same service be skipped
 * and no others; `confirmed` is said only of what reading back shows.
 */
export const applyChanges = async (
  ports: ApplyPorts,
  runId: string,
  changes: readonly Change[],
): Promise<ChangeResult[]> => {
  const made: MadeEndpoints = new Map();
  const attempts = await attempt(ports, runId, changes, made);
  const accepted = attempts.filter(({ status }) => status === 'accepted').map(({ change }) => change);
  const doubt = await doubts(ports.platform, accepted, made);
  return attempts.map(({ change, status, error }): ChangeResult => {
    if (status !== 'accepted') return { ...change, status, error };
    const reason = doubt(change);
    return reason === undefined
      ? { ...change, status: 'confirmed' }
      : { ...change, status: 'unconfirmed', error: reason };
  });
};
