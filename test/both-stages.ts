import { spawn } from 'node:child_process';
import { sumOfClosingLines } from './closing-lines.ts';

/** `npm run check` ends with it: both stages of the tests, one after the other also where the first fails, and their sum. */

interface Stage {
  readonly output: string;
  readonly status: number;
}

const run = (...script: string[]): Promise<Stage> =>
  new Promise((resolve, reject) => {
    const child = spawn('npm', script, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      // The closing line stands at the end; the rest is only passed on.
      output = (output + chunk.toString()).slice(-1000);
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ output, status: status ?? 1 }));
  });

const stages = [await run('test'), await run('run', 'proof')];
const sum = sumOfClosingLines(stages.map(({ output }) => output));
process.stdout.write(`\n${sum.line}\n`);
process.exit(sum.isGood && stages.every(({ status }) => status === 0) ? 0 : 1);
