import { lambdaTrouble, machine, platformTrouble, retry, task, timedOut } from './states.ts';

/** Seconds after which nothing uses a replaced token any more. */
export const unusedAfterSeconds = 25_200;

/** The workflow that revokes a token which was replaced. */
export const retireToken = machine({
  Comment:
    'Revokes a token that was replaced, once nothing can use it any more: it waits longer than a run may take and a function keeps a token that it has read.',
  StartAt: 'WaitUntilUnused',
  TimeoutSeconds: 43_200,
  States: {
    WaitUntilUnused: { Type: 'Wait', Seconds: unusedAfterSeconds, Next: 'Retire' },
    Retire: task('retire-token', {
      Parameters: { 'versionId.$': '$.versionId' },
      Retry: retry([...platformTrouble, 'SecretUnavailable', 'StoreConflict', ...lambdaTrouble, ...timedOut], {
        seconds: 60,
        times: 8,
        most: 1800,
      }),
      End: true,
    }),
  },
});
