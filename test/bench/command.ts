import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
// What a command loads on demand is loaded before it is measured: start-up has a benchmark of its own.
import '../../lib/cli/commands/apply/action.ts';
import '../../lib/cli/commands/plan/action.ts';
import '../../lib/cli/session/session.ts';
import { runProgram } from '../../lib/cli/program.ts';
import type { Served } from './served-platform.ts';

/** What a command took, and the JSON that it printed. */
export interface Taken {
  readonly wallMs: number;
  /** Processor time of this process, all threads. */
  readonly cpuMs: number;
  readonly json: unknown;
}

/**
 * Runs commands in this process, without a rate limit, on a store and a policy of their own.
 * @param folder that of commands of another process, to go on with their store
 * @param name part of the ids of runs, which two processes with one store must not share
 */
export const commandsOn = (
  { url, token, organization }: Pick<Served, 'url' | 'token' | 'organization'>,
  policy: string,
  folder = mkdtempSync(join(tmpdir(), 'headroom-bench-')),
  name = 'bench',
) => {
  const policyFile = join(folder, 'policy.yaml');
  writeFileSync(policyFile, policy);
  const environment = {
    HEADROOM_BASE_URL: url,
    HEADROOM_TOKEN: token,
    HEADROOM_ORGANIZATION: organization,
    HEADROOM_STORE: join(folder, 'store'),
  };
  let runs = 0;
  const run = async (...args: readonly string[]): Promise<Taken> => {
    const out = new PassThrough();
    const chunks: Buffer[] = [];
    out.on('data', (chunk: Buffer) => chunks.push(chunk));
    runs += 1;
    const runId = `${name}-${runs}`;
    const began = performance.now();
    const before = process.cpuUsage();
    const status = await runProgram([...args, '--json', '--policy', policyFile, '--calls-per-minute', 'off'], {
      in: new PassThrough(),
      out,
      err: new PassThrough().resume(),
      colour: false,
      environment,
      signal: new AbortController().signal,
      newRunId: () => runId,
    });
    const { user, system } = process.cpuUsage(before);
    const wallMs = performance.now() - began;
    const text = Buffer.concat(chunks).toString('utf8');
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${text.slice(0, 500)}`);
    return { wallMs, cpuMs: (user + system) / 1000, json: JSON.parse(text) };
  };
  return { run, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
