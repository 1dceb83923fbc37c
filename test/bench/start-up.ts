import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Packed, packAndInstall } from '../package/packed.ts';
import { type Measurement, median } from './measurement.ts';

const rounds = 7;

/** The sample organization, served by the installed command. */
const serveSample = async (command: string) => {
  const child = spawn(process.execPath, [command, 'platform', '--port', '0', '--speed', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith('organization ')) break;
  }
  const [url = '', tokenFile = '', organization = ''] = lines.map((line) => line.split(' ').at(-1) ?? '');
  const environment = {
    HEADROOM_BASE_URL: url,
    HEADROOM_ORGANIZATION: organization,
    HEADROOM_TOKEN: readFileSync(tokenFile, 'utf8').trim(),
  };
  const stop = async () => {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  };
  return { environment, stop };
};

/** Milliseconds of one process from start to end. @throws Error unless it succeeds */
const msOf = (args: readonly string[], env: Readonly<Record<string, string | undefined>>): number => {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - began;
};

/** Times of all processes: in each round one after the other, so that a busy moment meets all of them. */
const timesMs = (
  processes: readonly (readonly string[])[],
  env: Readonly<Record<string, string | undefined>>,
): number[][] => {
  const times = processes.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [n, args] of processes.entries()) {
      const ms = msOf(args, env);
      // The first round compiles the code that the others find.
      if (round > 0) times[n]?.push(ms);
    }
  }
  return times;
};

const measured = async ({ command, folder }: Packed, store: string): Promise<Measurement[]> => {
  const { environment, stop } = await serveSample(command);
  const policy = join(folder, 'docs', 'policies', 'org-wide.yaml');
  const commands = [
    { measure: '--version', args: ['--version'], limit: 2 },
    { measure: 'validate', args: ['validate', policy], limit: 3 },
    { measure: '--help', args: ['--help'], limit: 4 },
    { measure: 'plan of the sample', args: ['plan', '--policy', policy], limit: 8 },
  ];
  try {
    const processes = [['-e', '0'], ...commands.map(({ args }) => [command, ...args])];
    const [node = [], ...times] = timesMs(processes, {
      // Nothing else of this machine: settings such as additional certificates slow down every start of Node.js.
      HOME: store,
      ...environment,
      HEADROOM_STORE: join(store, 'store'),
    });
    return commands.map(({ measure, limit }, n) => ({
      benchmark: 'start of the installed command',
      measure,
      ...median((times[n] ?? []).map((ms, round) => ms / (node[round] ?? 0))),
      unit: 'x node -e 0',
      limit,
    }));
  } finally {
    await stop();
  }
};

/** How long commands of the packed package take from start to end, measured against Node.js that does nothing. */
export const startUp = async (): Promise<Measurement[]> => {
  const packed = packAndInstall();
  const store = mkdtempSync(join(tmpdir(), 'headroom-bench-'));
  const size = { benchmark: 'package', measure: 'size of the tarball', value: Math.round(packed.size / 1000) };
  try {
    return [{ ...size, unit: 'KB', limit: 3000 }, ...(await measured(packed, store))];
  } finally {
    packed.remove();
    rmSync(store, { recursive: true, force: true });
  }
};
