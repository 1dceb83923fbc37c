import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Loads a handler and calls it, as the Lambda runtime does: JSON in, JSON or the error's name, text and stack out. */
const runtime = `
const { parentPort, workerData } = require('node:worker_threads');
const loading = import(workerData.url);
parentPort.on('message', async ({ call, event, remainingMs }) => {
  try {
    const { handler } = await loading;
    const context = { awsRequestId: 'request-' + call, getRemainingTimeInMillis: () => remainingMs };
    const result = await handler(JSON.parse(event), context);
    parentPort.postMessage({ call, result: JSON.stringify(result) });
  } catch (error) {
    const trace = String(error.stack).split('\\n');
    parentPort.postMessage({ call, error: { errorType: error.name, errorMessage: error.message, trace } });
  }
});
`;

interface Reply {
  readonly call: number;
  readonly result?: string;
  readonly error?: { readonly errorType: string; readonly errorMessage: string };
}

/** An error as Step Functions sees it: its name, and as cause the JSON that Lambda makes of it. */
const asStepFunctionsSees = (error: NonNullable<Reply['error']>): Error =>
  Object.assign(new Error(JSON.stringify(error)), { name: error.errorType });

export interface LambdaWorker {
  /** Calls it, with so many milliseconds until Lambda would end it. */
  readonly invoke: (event: unknown, remainingMs?: number) => Promise<unknown>;
  /** Everything that it wrote to its standard output and error. */
  readonly output: () => string;
  readonly stop: () => Promise<unknown>;
}

/** One function in a thread of its own, with exactly this environment, which stays warm between calls. */
export const startLambda = (file: string, environment: Readonly<Record<string, string>>): LambdaWorker => {
  const workerData = { url: pathToFileURL(file).href };
  const worker = new Worker(runtime, { eval: true, env: { ...environment }, workerData, stdout: true, stderr: true });
  const written: string[] = [];
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (chunk) => written.push(String(chunk)));
  const waiting = new Map<number, (reply: Reply) => void>();
  worker.on('message', (reply: Reply) => waiting.get(reply.call)?.(reply));
  let calls = 0;
  return {
    invoke: async (event, remainingMs = 900_000) => {
      calls += 1;
      const call = calls;
      const replied = new Promise<Reply>((resolve) => waiting.set(call, resolve));
      worker.postMessage({ call, event: JSON.stringify(event), remainingMs });
      const { result, error } = await replied;
      waiting.delete(call);
      if (error !== undefined) throw asStepFunctionsSees(error);
      return result === undefined ? undefined : JSON.parse(result);
    },
    output: () => written.join(''),
    stop: () => worker.terminate(),
  };
};
