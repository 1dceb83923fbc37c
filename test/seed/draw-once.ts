import { env as environment } from 'node:process';
import type { TestProject } from 'vitest/node';
import { seedLine, seedOf } from './seed.ts';

/** Chooses the seed once for all workers of a run. */
export const setup = (project: TestProject): void => {
  const { HEADROOM_SEED: asked } = environment;
  const seed = seedOf(asked, Math.random);
  const line = seedLine(seed);
  if (line !== undefined) process.stderr.write(`${line}\n`);
  project.provide('seed', seed);
};
