import { setTimeout as delay } from 'node:timers/promises';

/**
 * Another client of the platform: asks something small all the time until SIGTERM, then prints how long the slowest answer
 * took in milliseconds: `tsx probe.ts URL TOKEN`. It prints a line before that once the first answer is there.
 */
const [url = '', token = ''] = process.argv.slice(2);
const ends = new AbortController();
process.once('SIGTERM', () => ends.abort());

const ask = async (): Promise<number> => {
  const began = performance.now();
  await (await fetch(`${url}/v1/organizations`, { headers: { authorization: `Bearer ${token}` } })).text();
  return performance.now() - began;
};

await ask();
process.stdout.write('asking\n');
let slowestMs = 0;
while (!ends.signal.aborted) {
  slowestMs = Math.max(slowestMs, await ask());
  await delay(20);
}
process.stdout.write(`${slowestMs}\n`);
