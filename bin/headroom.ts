import { runProgram } from '../lib/cli/program.ts';
import { usesColour } from '../lib/cli/shell/colour.ts';
import { whenNpmEnds } from '../lib/cli/shell/npm-ended.ts';
import { print } from '../lib/cli/shell/print.ts';

const statusOf = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const controller = new AbortController();
const stop = (signal: keyof typeof statusOf) => {
  // A second signal exits at once; the next run detects the stale lease.
  if (controller.signal.aborted) process.exit(statusOf[signal]);
  controller.abort();
};
const signals = Object.keys(statusOf) as (keyof typeof statusOf)[];
for (const signal of signals) process.on(signal, stop);
const watched = whenNpmEnds(process.env, () => controller.abort());

const { stdout, stderr, env } = process;
// Errors are one line: users cannot act on a warning about the Node.js version that the AWS clients will require.
env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
let isOutputLost = false;
// The reader of the output is gone (a closed pager, `head`), or its disk is full: start nothing new and finish the work in
// progress.
const onOutputError = (error: NodeJS.ErrnoException) => {
  controller.abort();
  if (error.code === 'EPIPE' || isOutputLost) return;
  isOutputLost = true;
  process.exitCode = 1;
  print(stderr, `error: the output cannot be written (${error.code ?? error.message}); it is not complete\n`);
};
stdout.on('error', onOutputError);
stderr.on('error', () => controller.abort());

const newRunId = () => `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${crypto.randomUUID().slice(0, 8)}`;

/** Runs the command of this process. */
const main = async (): Promise<void> => {
  const status = await runProgram(process.argv.slice(2), {
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
  // A write can fail after the command has ended.
  if (!isOutputLost) process.exitCode = status;
  watched();
  for (const signal of signals) process.off(signal, stop);
};

void main();
