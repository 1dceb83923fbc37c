import { type Change, isDiskChange } from '../../../core/change/change.ts';
import type { WriteCheck, WriteCheckInput } from './write-check.ts';

/** Endpoint name of a change; undefined for a search configuration. */
const endpointOf = (change: Change): string | undefined => (isDiskChange(change) ? change.endpointName : undefined);

/** Kind of the first failed change of each endpoint; looks at each attempt once, because a part may have thousands. */
const failuresIn = ({ attempts }: Pick<WriteCheckInput['progress'], 'attempts'>) => {
  const kinds = new Map<string, string>();
  let seen = 0;
  return (endpoint: string): string | undefined => {
    for (; seen < attempts.length; seen += 1) {
      const attempt = attempts[seen];
      const name = attempt?.status === 'failed' ? endpointOf(attempt.change) : undefined;
      if (attempt !== undefined && name !== undefined && !kinds.has(name)) kinds.set(name, attempt.change.kind);
    }
    return kinds.get(endpoint);
  };
};

/** Blocks a change that cannot succeed because an earlier change of the same part failed. */
export const earlierFailure = ({ progress }: Pick<WriteCheckInput, 'progress'>): WriteCheck => {
  const failedKind = failuresIn(progress);
  return async (change) => {
    if (progress.ended !== undefined) return progress.ended;
    const endpoint = endpointOf(change);
    // Only changes of one endpoint depend on each other.
    const failed = endpoint === undefined ? undefined : failedKind(endpoint);
    return failed && `${failed} of the same service failed`;
  };
};
