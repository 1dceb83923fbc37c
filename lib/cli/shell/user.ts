import type { CommandLine } from './command-line.ts';

/**
 * Name of the person at the command line, as the system's environment gives it; undefined where it gives none. Only
 * characters of ordinary names stay, because the name stands in the text of leases and records.
 */
export const userOf = ({ environment }: Pick<CommandLine, 'environment'>): string | undefined =>
  (environment.USER || environment.USERNAME || environment.LOGNAME)?.replaceAll(/[^\p{L}\p{N}._@\\-]/gu, '') ||
  undefined;
