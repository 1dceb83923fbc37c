import { type Change, isDiskChange } from '../../../core/change/change.ts';
import type { Guard, GuardContext } from './guard.ts';

/** Endpoint name of a change; undefined for a search configuration. */
const endpointOf = (change: Change): string | undefined => (isDiskChange(change) ? change.endpointName : undefined);

/** Blocks a change that cannot succeed because an earlier change of the same part failed. */
export const earlierFailure =
  ({ progress }: Pick<GuardContext, 'progress'>): Guard =>
  async (change) => {
    if (progress.ended !== undefined) return progress.ended;
    const endpoint = endpointOf(change);
    // Only changes of one endpoint depend on each other.
    if (endpoint === undefined) return undefined;
    const failed = progress.attempts.find(
      (attempt) => attempt.status === 'failed' && endpointOf(attempt.change) === endpoint,
    );
    return failed && `${failed.change.kind} of the same service failed`;
  };
