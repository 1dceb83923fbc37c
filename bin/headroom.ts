#!/usr/bin/env tsx
import { randomUUID } from 'node:crypto';
import { runProgram } from '../lib/local/program.ts';

const controller = new AbortController();
const stop = (signal: NodeJS.Signals) => {
  // The second time the user means it: whatever is going on ends here, and the lease is found stale by the next run.
  if (controller.signal.aborted) process.exit(signal === 'SIGINT' ? 130 : 143);
  controller.abort();
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

const { stdout, stderr, env } = process;
const noColour = env.NO_COLOR !== undefined && env.NO_COLOR !== '';
const newRunId = () => `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`;

process.exitCode = await runProgram(process.argv.slice(2), {
  out: stdout,
  err: stderr,
  colour: stdout.isTTY === true && !noColour,
  environment: env,
  signal: controller.signal,
  newRunId,
});
process.off('SIGINT', stop);
process.off('SIGTERM', stop);
