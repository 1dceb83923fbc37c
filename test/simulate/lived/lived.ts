import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runProgram } from '../../../lib/cli/program.ts';
import { exitStatus } from '../../../lib/cli/shell/command-line.ts';
import { dayMs } from '../../../lib/core/model/durations.ts';
import { formatExact } from '../../../lib/core/model/money.ts';
import { openPlatform, type Scenario, serveOpened } from '../../../lib/platform/index.ts';
import { gbOf, livedServices } from '../../../lib/simulate/disks.ts';
import { totalCost } from '../../../lib/simulate/months.ts';

const token = 'token-of-a-lived-organization';

/** Main figures of a policy, read from the platform itself. */
export const figureNames = ['production-full-hours', 'full-hours', 'production-services-full', 'cost', 'gb'] as const;
export type Figures = Readonly<Record<(typeof figureNames)[number], number>>;

/**
 * What people do each day: `headroom apply` alone, which measures only disks that are nearly full, or `headroom forecast` before
 * it, which measures every disk. The daily pass of a deployment, and so of a twin, is between both: it measures 30.
 */
export type Routine = 'apply' | 'forecast and apply';

/** An organization that people live by the commands, on the clock of the platform. */
export interface Lived {
  /** @returns what the command wrote to standard output. @throws Error if it failed; a mode or a freeze is no failure */
  readonly run: (...argv: string[]) => Promise<string>;
  /** Makes a call of the platform as a person would. @throws Error if it is refused */
  readonly call: (method: 'GET' | 'PATCH' | 'PUT', path: string, body?: object) => Promise<unknown>;
  /** Writes a file for a command. @returns its path */
  readonly file: (name: string, text: string) => string;
  /** Lets days pass without any command. */
  readonly wait: (days: number) => Promise<void>;
  /** Lives days, each by its routine. */
  readonly live: (days: number, policy: string, routine: Routine) => Promise<void>;
  /**
   * Lives days under a policy that no measurement moves: once a run has nothing to do, so have all others of the same
   * policy, and only the last one is lived again. @throws Error if that one has something to do
   */
  readonly liveQuietly: (days: number, policy: string) => Promise<void>;
  /** Begins to count. @returns the figures from now on */
  readonly count: () => () => Figures;
  readonly close: () => Promise<void>;
}

const sum = (hours: readonly { readonly fullHours: number }[]): number =>
  hours.reduce((all, { fullHours }) => all + fullHours, 0);

const unlimited = ['--calls-per-minute', 'off'];
const isQuiet = (output: string): boolean => output.includes('Nothing to do.');

/** @param folder for the store and the files of the commands */
export const openLived = async (scenario: Scenario, seed: number, folder: string): Promise<Lived> => {
  const platform = openPlatform({ scenario, token, seed, speed: 0 });
  const served = await serveOpened(platform);
  const environment = {
    HEADROOM_BASE_URL: served.url,
    HEADROOM_ORGANIZATION: served.organization,
    HEADROOM_TOKEN: token,
    HEADROOM_STORE: join(folder, 'store'),
    HEADROOM_REQUESTER: 'a person',
  };
  const machineNow = Date.now;
  let runs = 0;
  const run: Lived['run'] = async (...argv) => {
    const [out, err] = [new PassThrough(), new PassThrough()];
    const written = Promise.all([text(out), text(err)]);
    runs += 1;
    // Commands go by the clock of their machine, which stands on the platform's day here.
    Date.now = () => platform.now().getTime();
    const status = await runProgram(argv, {
      in: Readable.from([]),
      out,
      err,
      colour: false,
      environment,
      signal: new AbortController().signal,
      newRunId: () => `run-${runs}`,
    }).finally(() => {
      Date.now = machineNow;
    });
    out.end();
    err.end();
    const [output, errors] = await written;
    if (status !== exitStatus.ok && status !== exitStatus.notWritten)
      throw new Error(`headroom ${argv.join(' ')} ended with ${status}: ${errors}`);
    return output;
  };
  const file: Lived['file'] = (name, content) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const apply = (path: string): Promise<string> => run('apply', '--policy', path, ...unlimited);
  const call: Lived['call'] = async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${served.url}${path}`, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} ended with ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    run,
    call,
    file,
    wait: (days) => platform.advance((days * dayMs) / 1000),
    live: async (days, policy, routine) => {
      const path = file('policy.yaml', policy);
      for (let day = 0; day < days; day += 1) {
        if (routine === 'forecast and apply') await run('forecast', ...unlimited);
        await apply(path);
        await platform.advance(dayMs / 1000);
      }
    },
    liveQuietly: async (days, policy) => {
      const path = file('policy.yaml', policy);
      let wasQuiet = false;
      for (let day = 0; day < days; day += 1) {
        if (!wasQuiet) wasQuiet = isQuiet(await apply(path));
        await platform.advance(dayMs / 1000);
      }
      if (!isQuiet(await apply(path)))
        throw new Error('a run of a fixed policy found something to do after a quiet one');
    },
    count: () => {
      const { edge } = platform;
      const [sinceMs, before] = [platform.now().getTime(), totalCost(edge)];
      return () => {
        const services = livedServices(edge, sinceMs);
        const production = services.filter(({ isProduction }) => isProduction);
        return {
          'production-full-hours': sum(production),
          'full-hours': sum(services),
          'production-services-full': production.filter(({ firstFullDay }) => firstFullDay !== null).length,
          cost: Number(formatExact(totalCost(edge) - before)),
          gb: gbOf(edge).gb,
        };
      };
    },
    close: served.close,
  };
};
