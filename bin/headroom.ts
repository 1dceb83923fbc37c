#!/usr/bin/env tsx
import { randomUUID } from 'node:crypto';
import { runProgram } from '../lib/cli/program.ts';
import { whenLeftAlone } from '../lib/cli/shell/left-alone.ts';

const statusOf = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const controller = new AbortController();
const stop = (signal: keyof typeof statusOf) => {
  // The second time the user means it: whatever is going on ends here, and the lease is found stale by the next run.
  if (controller.signal.aborted) process.exit(statusOf[signal]);
  controller.abort();
};
const signals = Object.keys(statusOf) as (keyof typeof statusOf)[];
for (const signal of signals) process.on(signal, stop);
const watched = whenLeftAlone(process.env, () => controller.abort());

const { stdin, stdout, stderr, env } = process;
// An error is one line: which Node.js AWS's own clients will want next year is nothing that who calls this can act on.
env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
// Who read the output has gone (a closed pager, `head`): nothing more is begun, and what is under way ends in order.
const onStreamError = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  controller.abort();
};
stdout.on('error', onStreamError);
stderr.on('error', onStreamError);

const noColour = env.NO_COLOR !== undefined && env.NO_COLOR !== '';
const newRunId = () => `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`;

process.exitCode = await runProgram(process.argv.slice(2), {
  in: stdin,
  out: stdout,
  err: stderr,
  colour: stdout.isTTY === true && !noColour,
  environment: env,
  signal: controller.signal,
  newRunId,
});
watched();
for (const signal of signals) process.off(signal, stop);
