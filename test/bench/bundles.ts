import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundleFunctions } from '../../lib/infra/functions/bundle.ts';
import { kilobytesOf } from './bundle-size.ts';
import { functionEnvironment } from './function-environment.ts';
import type { Measurement } from './measurement.ts';

const rounds = 9;

/** Nothing but the two AWS clients that a task which calls the platform cannot do without, made ready to use. */
const reference = `
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
const clients = [new S3Client({}), new SecretsManagerClient({})];
export const handler = async () => [clients, GetObjectCommand, PutObjectCommand, GetSecretValueCommand].length;
`;

/**
 * A fresh process that imports a bundle and calls it once with an event that its contract refuses: by then all that the
 * task needs is loaded and built, and nothing has gone over the network. The error gets no stack, because looking its
 * lines up in the source maps is no part of a start. Prints the time in milliseconds.
 */
const measured = (url: string) => `
const began = performance.now();
const { handler } = await import(${JSON.stringify(url)});
const { write } = process.stdout;
process.stdout.write = () => true;
await handler(null, { awsRequestId: 'none', getRemainingTimeInMillis: () => 900_000 }).catch((error) => { if (error.name !== 'ZodError') throw error; });
process.stdout.write = write;
process.stdout.write(String(performance.now() - began));
`;

const once = (file: string): number => {
  const script = measured(pathToFileURL(file).href);
  const printed = execFileSync(process.execPath, ['--stack-trace-limit=0', '--input-type=module', '-e', script], {
    env: functionEnvironment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return Number(printed.toString());
};

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Medians of fresh processes, taken in turns so that a busy moment meets all files alike. */
const times = (files: readonly string[]) => {
  const all = files.map(() => [] as number[]);
  for (let round = 0; round < rounds; round += 1) for (const [n, file] of files.entries()) all[n]?.push(once(file));
  return all.map(median);
};

const rounded = (value: number) => Number(value.toFixed(2));

/** Sizes of the bundles, and how long they take to be ready, measured against a bundle of the two AWS clients alone. */
export const bundles = async (): Promise<Measurement[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-bench-'));
  try {
    const { tasks: names } = await bundleFunctions(folder);
    const two = join(folder, 'reference.mjs');
    const stdin = { contents: reference, resolveDir: import.meta.dirname };
    await build({
      stdin,
      outfile: two,
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
      mainFields: ['module', 'main'],
      target: 'node20',
    });
    const fileOf = (task: string) => join(folder, task, 'index.mjs');
    const sizes = names.map((name) => ({
      benchmark: `bundle of ${name}`,
      measure: 'size with all its parts',
      value: kilobytesOf(fileOf(name)),
      unit: 'KB',
      // Of these the mail library takes 214, which only the sender of messages loads, the HTTP client 290.
      limit: 1600,
    }));
    const [base = 0, ...others] = times([two, ...names.map(fileOf)]);
    const ratios = others.map((ready, n) => ({
      benchmark: `bundle of ${names[n]}`,
      measure: 'init and first load',
      value: rounded(ready / base),
      unit: 'x two clients',
      limit: 2.2,
    }));
    const clients = {
      benchmark: 'bundle of two AWS clients',
      measure: 'ready',
      value: rounded(base),
      unit: 'ms',
      limit: 500,
    };
    return [...sizes, clients, ...ratios];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
