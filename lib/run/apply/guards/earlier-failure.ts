import type { Guard, GuardContext } from './guard.ts';

/** Holds back what cannot succeed any more after an earlier change of the same part has failed. */
export const earlierFailure =
  ({ progress }: Pick<GuardContext, 'progress'>): Guard =>
  async ({ endpointName }) => {
    if (progress.ended !== undefined) return progress.ended;
    // Only what concerns one endpoint builds on each other.
    if (endpointName === '') return undefined;
    const failed = progress.attempts.find(
      ({ change, status }) => status === 'failed' && change.endpointName === endpointName,
    );
    return failed && `${failed.change.kind} of the same service failed`;
  };
