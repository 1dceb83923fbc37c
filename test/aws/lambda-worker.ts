import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Written to both streams at the end of a call, to delimit the function's output. */
const endOfCall = '\u0000end of call\n';

/** Loads a handler and calls it, as the Lambda runtime does: JSON in, JSON or the error's name, text and stack out. */
const runtime = `
const { parentPort, workerData } = require('node:worker_threads');
const loading = import(workerData.url);
const reply = (message) => {
  for (const stream of [process.stdout, process.stderr]) stream.write(workerData.endOfCall);
  parentPort.postMessage(message);
};
parentPort.on('message', async ({ call, event, remainingMs }) => {
  try {
    const { handler } = await loading;
    const context = { awsRequestId: 'request-' + call, getRemainingTimeInMillis: () => remainingMs };
    const result = await handler(JSON.parse(event), context);
    reply({ call, result: JSON.stringify(result) });
  } catch (error) {
    const trace = String(error.stack).split('\\n');
    reply({ call, error: { errorType: error.name, errorMessage: error.message, trace } });
  }
});
`;

interface Reply {
  readonly call: number;
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
  readonly stop: () => Promise<unknown>;
}

/** Collects a stream in order and signals the end of each call. */
const gather = (stream: NodeJS.ReadableStream, onText: (text: string) => void) => {
  let text = '';
  let waiting: { readonly calls: number; readonly resolve: () => void }[] = [];
  const ended = () => text.split(endOfCall).length - 1;
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
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

/** One function in its own thread and environment; it stays warm between calls. */
export const startLambda = (file: string, environment: Readonly<Record<string, string>>): LambdaWorker => {
  const workerData = { url: pathToFileURL(file).href, endOfCall };
  const worker = new Worker(runtime, { eval: true, env: { ...environment }, workerData, stdout: true, stderr: true });
  let output = '';
  const onText = (text: string) => {
    output += text;
  };
  const written = [gather(worker.stdout, onText), gather(worker.stderr, onText)];
  const waiting = new Map<number, (reply: Reply) => void>();
  worker.on('message', (reply: Reply) => waiting.get(reply.call)?.(reply));
  let calls = 0;
  let replies = 0;
  return {
    invoke: async (event, remainingMs = 900_000) => {
      calls += 1;
      const call = calls;
      const replied = new Promise<Reply>((resolve) => waiting.set(call, resolve));
      worker.postMessage({ call, event: JSON.stringify(event), remainingMs });
      const { result, error } = await replied;
      waiting.delete(call);
      replies += 1;
      const ended = replies;
      await Promise.all(written.map(({ after }) => after(ended)));
      if (error !== undefined) throw asStepFunctionsSees(error);
      return result === undefined ? undefined : JSON.parse(result);
    },
    output: () => output.replaceAll(endOfCall, ''),
    stop: () => worker.terminate(),
  };
};
