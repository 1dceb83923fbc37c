import { runProgram } from '../lib/cli/program.ts';
import { usesColour } from '../lib/cli/shell/colour.ts';
import { whenLeftAlone } from '../lib/cli/shell/left-alone.ts';

const statusOf = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const controller = new AbortController();
const stop = (signal: keyof typeof statusOf) => {
  // A second signal exits at once; the next run detects the stale lease.
  if (controller.signal.aborted) process.exit(statusOf[signal]);
  controller.abort();
};
const signals = Object.keys(statusOf) as (keyof typeof statusOf)[];
for (const signal of signals) process.on(signal, stop);
const watched = whenLeftAlone(process.env, () => controller.abort());

const { stdout, stderr, env } = process;
// Errors are one line: users cannot act on a warning about the Node.js version that the AWS clients will require.
env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
// The reader of the output is gone (a closed pager, `head`): start nothing new and finish the work in progress.
const onStreamError = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  controller.abort();
};
stdout.on('error', onStreamError);
stderr.on('error', onStreamError);

const newRunId = () => `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${crypto.randomUUID().slice(0, 8)}`;

process.exitCode = await runProgram(process.argv.slice(2), {
  // Opened by the command that reads it.
  get in() {
    return process.stdin;
  },
  out: stdout,
  err: stderr,
  colour: usesColour(env, stdout.isTTY === true),
  environment: env,
  signal: controller.signal,
  newRunId,
});
watched();
for (const signal of signals) process.off(signal, stop);
