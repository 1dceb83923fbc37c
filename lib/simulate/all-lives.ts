import { Worker } from 'node:worker_threads';
import type { Life } from '../core/twin/life.ts';
import { type LifeOptions, live } from './live.ts';

/** What a worker is sent, and what it answers: a day at a time, and then the life or why it failed. */
export type WorkerAnswer =
  | { readonly kind: 'day' }
  | { readonly kind: 'life'; readonly life: Life }
  | { readonly kind: 'error'; readonly error: Error };

export interface AllLivesOptions {
  /** Lives at the same time, each in a thread of its own, so that this one goes on. Only the bundle has threads. */
  readonly threads: number;
  /** Called for every simulated day of any life. */
  readonly onDay: () => void;
  /** Ends the lives under way; the ended ones are the result. */
  readonly signal: AbortSignal;
}

const workerFile = new URL('./life-worker.ts', import.meta.url);

/** A thread runs the bundle: Node.js alone cannot load sources, which therefore live everything in one thread. */
const isBundled = workerFile.pathname.endsWith('.mjs');

/** Memory of a thread for short-lived objects: a pass makes tens of megabytes of it, and less room is collected more often. */
const youngMb = 64;

interface Task {
  readonly resolve: (life: Life) => void;
  readonly reject: (error: unknown) => void;
}

/** Lives one life after the other in a thread of its own. */
const createThread = (onDay: () => void, signal: AbortSignal) => {
  const worker = new Worker(workerFile, { resourceLimits: { maxYoungGenerationSizeMb: youngMb } });
  let task: Task | undefined;
  const fail = (error: unknown) => task?.reject(error);
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('a thread of the simulation ended')));
  worker.on('message', (answer: WorkerAnswer) => {
    if (answer.kind === 'day') onDay();
    else if (answer.kind === 'life') task?.resolve(answer.life);
    else fail(answer.error);
  });
  const abort = () => fail(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return {
    live: (options: LifeOptions): Promise<Life> =>
      new Promise((resolve, reject) => {
        task = { resolve, reject };
        worker.postMessage(options);
      }),
    close: async () => {
      signal.removeEventListener('abort', abort);
      await worker.terminate();
    },
  };
};

/**
 * Lives all lives, as many at once as there are threads.
 * @returns the lives in the order of the options; undefined for lives that the signal ended or that never began
 * @throws the error of the first life that fails
 */
export const allLives = async (
  all: readonly LifeOptions[],
  { threads, onDay, signal }: AllLivesOptions,
): Promise<(Life | undefined)[]> => {
  const lives: (Life | undefined)[] = all.map(() => undefined);
  let next = 0;
  const work = async (runLife: (options: LifeOptions) => Promise<Life>) => {
    for (let index = next++; index < all.length && !signal.aborted; index = next++) {
      lives[index] = await runLife(all[index] as LifeOptions);
    }
  };
  const count = isBundled ? Math.min(threads, all.length) : 0;
  const workers = count > 0 ? Array.from({ length: count }, () => createThread(onDay, signal)) : [];
  try {
    if (workers.length > 0) await Promise.all(workers.map((worker) => work(worker.live)));
    else await work((options) => live(options, { onDay, signal }));
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await Promise.all(workers.map((worker) => worker.close()));
  }
  return lives;
};
