import type { Streams } from './console.ts';

/** Everything a command needs from outside. Tests pass their own. */
export interface CommandLine extends Streams {
  /** Standard input, which only carries tokens. */
  readonly in: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborts on the first Ctrl-C. */
  readonly signal: AbortSignal;
  readonly newRunId: () => string;
  /** `--quiet`: no progress and no notes. */
  readonly quiet?: boolean;
}

/** Exit status of a command. */
export type ExitStatus = number;

/** Receives the exit status of the command. */
export type End = (status: ExitStatus) => void;

export const exitStatus = {
  ok: 0,
  failed: 1,
  usage: 2,
  pending: 2,
  someFailed: 3,
  refused: 4,
  /** The mode or a freeze prevented a requested write. */
  notWritten: 5,
  interrupted: 130,
} as const;
