import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, onTestFinished } from 'vitest';
import { runProgram } from '../../../lib/cli/program.ts';
import { type Scenario, servePlatform } from '../../../lib/platform/index.ts';
import type { ServeOptions } from '../../../lib/platform/server.ts';
import { type AtEnd, temporaryDirectory } from '../../temporary-directory.ts';

export const token = 'canary-5b1e7d90-token';

export interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

export const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1);

export interface Shell {
  readonly platform: Awaited<ReturnType<typeof servePlatform>>;
  readonly store: string;
  /** Where a token is stored. */
  readonly secretFile: string;
  readonly run: (...argv: string[]) => Promise<Ended>;
  /** The same with other environment variables or standard input, or interrupted by this signal. */
  readonly runWith: (
    more: {
      readonly environment?: Readonly<Record<string, string>>;
      readonly signal?: AbortSignal;
      /** What comes on standard input. */
      readonly input?: string;
      /** Hears what is written to either output, when it is written. */
      readonly listen?: (text: string) => void;
      /** Width of the terminal; default: there is none. */
      readonly columns?: number;
      /** Standard input is a pipe, also on a terminal. */
      readonly piped?: boolean;
      /** Standard output shows colours. */
      readonly colour?: boolean;
    },
    ...argv: string[]
  ) => Promise<Ended>;
  /** The same platform and the next numbers of runs, with a copy of the store that the running test may change. */
  readonly withOwnStore: () => Shell;
}

const collect = (stream: PassThrough, listen?: (text: string) => void): (() => string) => {
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    listen?.(chunk.toString('utf8'));
  });
  return () => text;
};

/** A function that runs a command line as the shell would, over a platform and a store that is there. */
const shellOver = (platform: Shell['platform'], store: string, runsBefore: number, atEnd: AtEnd): Shell => {
  const secretFile = join(temporaryDirectory(atEnd), 'token.json');
  const environment = {
    HEADROOM_BASE_URL: platform.url,
    HEADROOM_ORGANIZATION: platform.organization,
    HEADROOM_TOKEN: token,
    HEADROOM_STORE: store,
    HEADROOM_SECRET_FILE: secretFile,
  };
  let runs = runsBefore;
  const runWith: Shell['runWith'] = async (more, ...argv) => {
    const isTTY = more.columns !== undefined;
    const out = Object.assign(new PassThrough(), isTTY ? { isTTY, columns: more.columns } : {});
    const err = new PassThrough();
    const [readOut, readErr] = [collect(out, more.listen), collect(err, more.listen)];
    runs += 1;
    let ids = 0;
    // A command that makes more than one run numbers them.
    const newRunId = () => {
      ids += 1;
      return ids === 1 ? `run-${runs}` : `run-${runs}-${ids}`;
    };
    const status = await runProgram(argv, {
      in: Object.assign(Readable.from([Buffer.from(more.input ?? '')]), isTTY && !more.piped ? { isTTY } : {}),
      out,
      err,
      colour: more.colour ?? false,
      environment: { ...environment, ...more.environment },
      signal: more.signal ?? new AbortController().signal,
      newRunId,
    });
    // What was written just before the end is read in the next turn.
    await new Promise(setImmediate);
    return { status, out: readOut(), err: readErr() };
  };
  const withOwnStore = () => {
    const copy = temporaryDirectory();
    cpSync(store, copy, { recursive: true });
    return shellOver(platform, copy, runs, onTestFinished);
  };
  return { platform, store, secretFile, runWith, run: (...argv) => runWith({}, ...argv), withOwnStore };
};

/** A platform to talk to, a store of its own, and a function that runs a command line; they last as long as the running test. */
export const openShell = async (
  scenario: Scenario,
  serving: Partial<ServeOptions> = {},
  atEnd: AtEnd = onTestFinished,
): Promise<Shell> => {
  const platform = await servePlatform({ scenario, token, speed: 0, control: true, ...serving });
  atEnd(() => platform.close());
  return shellOver(platform, temporaryDirectory(atEnd), 0, atEnd);
};

/**
 * For the tests of a file that begin with the same runs and write nothing to the platform: these runs happen once, and each
 * test gets a copy of their store.
 * @param begin opens a shell that lasts as long as the file, and makes the runs
 */
export const beginningOnce = (begin: (atEnd: AtEnd) => Promise<Shell>): (() => Promise<Shell>) => {
  const ends: Parameters<AtEnd>[0][] = [];
  afterAll(async () => {
    for (const end of ends) await end();
  });
  let begun: Promise<Shell> | undefined;
  return async () => {
    begun ??= begin((end) => void ends.push(end));
    return (await begun).withOwnStore();
  };
};
