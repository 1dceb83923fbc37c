import { execFileSync, spawnSync } from 'node:child_process';
import { getCurrentTest } from 'vitest/suite';

const known = new Map<string, boolean>();

const isInstalled = (program: string): boolean => {
  const found = known.get(program) ?? spawnSync(program, ['--version']).error === undefined;
  known.set(program, found);
  return found;
};

/** Skips the running test, with a note in the report, where this machine lacks a program: tests need Node.js and npm alone. */
export const needs = (...programs: readonly string[]): void => {
  const missing = programs.find((program) => !isInstalled(program));
  if (missing !== undefined) getCurrentTest()?.context.skip(`${missing} is not installed`);
};

/** Makes a named pipe, or skips the running test where the system has no mkfifo. */
export const makePipe = (path: string): void => {
  needs('mkfifo');
  execFileSync('mkfifo', [path]);
};
