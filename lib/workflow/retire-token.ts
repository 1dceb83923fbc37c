import { lambdaTrouble, machine, platformTrouble, retry, storeTrouble, task, timedOut } from './states.ts';

/** Seconds after which nothing uses a replaced token. */
export const unusedAfterSeconds = 25_200;

/** The workflow that revokes a replaced token. */
export const retireToken = machine({
  Comment:
    'Revokes a replaced token once nothing uses it: it waits longer than a run may take and longer than a function caches a token.',
  StartAt: 'WaitUntilUnused',
  TimeoutSeconds: 43_200,
  States: {
    WaitUntilUnused: { Type: 'Wait', Seconds: unusedAfterSeconds, Next: 'Retire' },
    Retire: task('retire-token', {
      Retry: retry([...platformTrouble, ...storeTrouble, 'StoreConflict', ...lambdaTrouble, ...timedOut], {
        seconds: 60,
        times: 8,
        most: 1800,
      }),
      End: true,
    }),
  },
});
