import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { servePlatform } from '../../lib/platform/index.ts';
import { hostileScenario } from '../platform/hostile-scenario.ts';
import { ordeal } from '../platform/ordeal.ts';
import type { Measurement } from './measurement.ts';

const count = 100_000;
const seed = 20_260_302;
const token = 'token-of-the-benchmark';

/** Heap that is in use once all garbage is gone, in MB. */
const heapMb = (collectGarbage: () => void): number => {
  // Finalizers free more in a second round.
  for (let round = 0; round < 3; round += 1) collectGarbage();
  return process.memoryUsage().heapUsed / 1024 / 1024;
};

/** 100,000 hostile requests to one platform: each is answered, without a 5xx, and memory stays flat. */
export const hostileInput = async (): Promise<Measurement[]> => {
  setFlagsFromString('--expose_gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const platform = await servePlatform({ scenario: hostileScenario, token, speed: 0 });
  try {
    // Fills caches and the event log, which holds so many events and no more.
    const warmUp = await ordeal({ url: platform.url, token, seed: seed + 1, count: count / 5 });
    const beforeMb = heapMb(collectGarbage);
    const began = performance.now();
    const result = await ordeal({ url: platform.url, token, seed, count });
    const seconds = (performance.now() - began) / 1000;
    const grownMb = heapMb(collectGarbage) - beforeMb;
    const wrong = [...warmUp.wrong, ...result.wrong];
    if (wrong.length > 0) throw new Error(`seed ${seed}: ${wrong.join('\n')}`);
    const benchmark = `${count} hostile requests, seed ${seed}`;
    return [
      { benchmark, measure: '5xx, missing or misshapen answers', value: wrong.length, unit: 'answers', limit: 0 },
      { benchmark, measure: 'refused', value: result.refused, unit: 'answers', limit: count },
      { benchmark, measure: 'heap after minus before', value: Number(grownMb.toFixed(1)), unit: 'MB', limit: 8 },
      { benchmark, measure: 'time', value: Number(seconds.toFixed(1)), unit: 's', limit: 120 },
    ];
  } finally {
    await platform.close();
  }
};
