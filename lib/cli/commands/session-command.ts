import type { Session } from '../session/session.ts';
import type { CommandLine, ConnectionFlags, ExitStatus } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';

/** Flags of every command that plans. */
export interface PolicyFlags extends ConnectionFlags {
  readonly policy?: string;
}

/** Flags of commands that can plan for some projects only. */
export interface ScopeFlags extends PolicyFlags {
  readonly project?: string[];
}

/** Context of a command that plans. */
export interface CommandContext<F extends PolicyFlags> {
  readonly line: CommandLine;
  readonly flags: F;
  readonly console: Console;
  /** Runs the action with an open connection and closes it afterwards (`inSession`). */
  readonly open: <T>(kind: 'looks' | 'writes', action: (session: Session) => Promise<T>) => Promise<T>;
}

/** What a command that plans does. It rejects invalid flags before it opens the connection. */
export interface SessionAction<F extends PolicyFlags, A extends string[]> {
  readonly run: (context: CommandContext<F>, ...args: A) => Promise<ExitStatus>;
}
