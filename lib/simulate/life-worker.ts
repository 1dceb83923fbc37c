import { parentPort } from 'node:worker_threads';
import type { WorkerAnswer } from './all-lives.ts';
import { type LifeOptions, live } from './live.ts';

/** A thread that lives what it is sent, one life after the other. */
const answer = (message: WorkerAnswer): void => parentPort?.postMessage(message);

parentPort?.on('message', (options: LifeOptions) => {
  live(options, { onDay: () => answer({ kind: 'day' }) }).then(
    (life) => answer({ kind: 'life', life }),
    (error: unknown) => answer({ kind: 'error', error: error instanceof Error ? error : new Error(String(error)) }),
  );
});
