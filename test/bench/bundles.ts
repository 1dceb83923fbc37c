import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundleFunctions } from '../../lib/infra/functions/bundle.ts';
import { kilobytesOf } from './bundle-size.ts';
import { functionEnvironment } from './function-environment.ts';
import { type Measurement, median } from './measurement.ts';

const rounds = 5;

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

/** Milliseconds of fresh processes, taken in turns so that a busy moment meets all files alike. */
const times = (files: readonly string[]): number[][] => {
  const all = files.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) for (const [n, file] of files.entries()) all[n]?.push(once(file));
  return all;
};

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
    const [base = [], ...others] = times([two, ...names.map(fileOf)]);
    const ratios = others.map((ready, n) => ({
      benchmark: `bundle of ${names[n]}`,
      measure: 'init and first load',
      ...median(ready.map((ms, round) => ms / (base[round] ?? 0))),
      unit: 'x two clients',
      limit: 1.5,
    }));
    const clients = {
      benchmark: 'bundle of two AWS clients',
      measure: 'ready',
      ...median(base),
      unit: 'ms',
      limit: 500,
    };
    return [...sizes, clients, ...ratios];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
