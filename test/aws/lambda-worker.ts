import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { nodeOf } from '../node-versions.ts';

/** Written to both streams at the end of a call, to delimit the function's output. */
const endOfCall = '\u001eend of call\n';

/**
 * Loads a handler and calls it, as the Lambda runtime of Node.js 24 does: JSON in, JSON or the error's name, text and
 * stack out, and no handler with a callback.
 */
const runtime = `
const [url, endOfCall] = process.argv.slice(1);
const loading = import(url);
const reply = (message) => {
  for (const stream of [process.stdout, process.stderr]) stream.write(endOfCall);
  process.send(message);
};
process.on('message', async ({ call, event, remainingMs }) => {
  try {
    const { handler } = await loading;
    if (handler.length > 2) throw new Error('a handler with a callback');
    const context = { awsRequestId: 'request-' + call, getRemainingTimeInMillis: () => remainingMs };
    const result = await handler(JSON.parse(event), context);
    reply({ call, node: process.version, result: JSON.stringify(result) });
  } catch (error) {
    const trace = String(error.stack).split('\\n');
    reply({ call, node: process.version, error: { errorType: error.name, errorMessage: error.message, trace } });
  }
});
`;

interface Reply {
  readonly call: number;
  readonly node: string;
  readonly result?: string;
  readonly error?: { readonly errorType: string; readonly errorMessage: string };
}

/** An error as Step Functions receives it: its name, and Lambda's JSON as cause. */
const asStepFunctionsSees = (error: NonNullable<Reply['error']>): Error =>
  Object.assign(new Error(JSON.stringify(error)), { name: error.errorType });

export interface LambdaWorker {
  /** Calls the function with this remaining time in milliseconds; resolves once its output is complete. */
  readonly invoke: (event: unknown, remainingMs?: number) => Promise<unknown>;
  /** The complete standard output and error. */
  readonly output: () => string;
  /** The version of Node.js that answered the last call. */
  readonly node: () => string | undefined;
  readonly stop: () => Promise<void>;
}

/** Collects a stream in order and signals the end of each call. */
const gather = (stream: NodeJS.ReadableStream | null, onText: (text: string) => void) => {
  let text = '';
  let waiting: { readonly calls: number; readonly resolve: () => void }[] = [];
  const ended = () => text.split(endOfCall).length - 1;
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => {
    text += chunk;
    onText(chunk);
    const due = ended();
    for (const { calls, resolve } of waiting) if (calls <= due) resolve();
    waiting = waiting.filter(({ calls }) => calls > due);
  });
  return {
    /** Resolves after this number of calls on this stream. */
    after: (calls: number): Promise<void> =>
      ended() >= calls ? Promise.resolve() : new Promise((resolve) => waiting.push({ calls, resolve })),
  };
};

/**
 * One function in its own process and environment, on the version of Node.js that Lambda runs where it can be had; it
 * stays warm between calls.
 */
export const startLambda = (file: string, environment: Readonly<Record<string, string>>): LambdaWorker => {
  const worker = spawn(nodeOf(24) ?? process.execPath, ['--eval', runtime, pathToFileURL(file).href, endOfCall], {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const onText = (text: string) => {
    output += text;
  };
  const written = [gather(worker.stdout, onText), gather(worker.stderr, onText)];
  const waiting = new Map<number, (reply: Reply) => void>();
  let node: string | undefined;
  worker.on('message', (reply: Reply) => {
    node = reply.node;
    waiting.get(reply.call)?.(reply);
  });
  let calls = 0;
  let replies = 0;
  return {
    invoke: async (event, remainingMs = 900_000) => {
      calls += 1;
      const call = calls;
      const replied = new Promise<Reply>((resolve) => waiting.set(call, resolve));
      worker.send({ call, event: JSON.stringify(event), remainingMs });
      const { result, error } = await replied;
      waiting.delete(call);
      replies += 1;
      const ended = replies;
      await Promise.all(written.map(({ after }) => after(ended)));
      if (error !== undefined) throw asStepFunctionsSees(error);
      return result === undefined ? undefined : JSON.parse(result);
    },
    output: () => output.replaceAll(endOfCall, ''),
    node: () => node,
    stop: async () => {
      const ended = once(worker, 'exit');
      if (worker.kill('SIGKILL')) await ended;
    },
  };
};
