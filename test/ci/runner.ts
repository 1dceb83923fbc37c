import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { temporaryDirectory } from '../temporary-directory.ts';
import type { Job, Step } from './examples.ts';

/** A call of a program by a step. */
const call = z.object({
  program: z.string(),
  argv: z.array(z.string()),
  cwd: z.string(),
  env: z.record(z.string(), z.string()),
});
export type Call = z.infer<typeof call>;

/** What a program answers. */
export interface Answer {
  readonly status: number;
  readonly out?: string;
  readonly err?: string;
}

/** Passes the call on to the test: starting the real programs would take seconds each. */
const stub = `
import { request } from 'node:http';
const [program, ...argv] = process.argv.slice(2);
const sent = request(process.env.STUB_URL, { method: 'POST' }, (response) => {
  let body = '';
  response.on('data', (chunk) => { body += chunk; });
  response.on('end', () => {
    const { status, out = '', err = '' } = JSON.parse(body);
    process.stdout.write(out);
    process.stderr.write(err);
    process.exitCode = status;
  });
});
sent.end(JSON.stringify({ program, argv, cwd: process.cwd(), env: process.env }));
`;

const programs = ['headroom', 'gh', 'curl', 'npm'];

/** A folder for PATH whose programs pass their calls on. */
const stubFolder = (): string => {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'stub.mjs'), stub);
  for (const program of programs) {
    const path = join(folder, program);
    writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${join(folder, 'stub.mjs')}" ${program} "$@"\n`);
    chmodSync(path, 0o755);
  }
  return folder;
};

const serveCalls = async (answer: (one: Call) => Promise<Answer>): Promise<string> => {
  const server = createServer(async (request, response) => {
    const answered = await answer(call.parse(JSON.parse(await text(request)))).catch(
      (error: unknown): Answer => ({ status: 99, err: String(error) }),
    );
    response.end(JSON.stringify(answered));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const runScript = (shell: readonly string[], script: string, cwd: string, env: Readonly<Record<string, string>>) =>
  new Promise<{ readonly status: number; readonly output: string }>((resolve, reject) => {
    const file = join(temporaryDirectory(), 'step.sh');
    writeFileSync(file, script);
    const child = spawn('bash', [...shell, file], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status: status ?? -1, output }));
  });

/** Variables with the values of the expressions in them. */
const filled = (env: Step['env'], value: (expression: string) => string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).map(([name, given]) => [
      name,
      given.replaceAll(/\$\{\{ ([\w.]+) \}\}/g, (_, expression: string) => value(expression)),
    ]),
  );

/** Whether a step runs after steps with this status. */
const isDue = ({ always }: Step, status: number): boolean => status === 0 || always;

/** The outputs that a step wrote, as name and value. */
const outputsIn = (file: string): [string, string][] =>
  [...readFileSync(file, 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', text = '']) => [name, text]);

const keep = (artifacts: string, workspace: string, { name, path }: NonNullable<Step['keeps']>): void => {
  mkdirSync(join(artifacts, name), { recursive: true });
  cpSync(join(workspace, path), join(artifacts, name, path));
};

/** A service that runs jobs, each in a folder of its own, and keeps artifacts. */
export const openRunner = async (answer: (one: Call, artifacts: string) => Promise<Answer>) => {
  const artifacts = temporaryDirectory();
  const url = await serveCalls((one) => answer(one, artifacts));
  // biome-ignore lint/style/noProcessEnv: the steps use the bash, git and node of this machine
  const path = [stubFolder(), process.env.PATH].join(delimiter);
  /** @param value the value of an expression or a variable of the service */
  const runJob = async (
    { shell, steps }: Job,
    workspace: string,
    variables: Readonly<Record<string, string>>,
    value: (expression: string) => string,
  ) => {
    const base = {
      PATH: path,
      HOME: temporaryDirectory(),
      STUB_URL: url,
      RUNNER_TEMP: temporaryDirectory(),
      ...variables,
    };
    const outputs = new Map<string, string>();
    let ended = { status: 0, output: '' };
    for (const step of steps) {
      if (!isDue(step, ended.status)) continue;
      const { id, run, env, keeps } = step;
      if (keeps !== undefined) keep(artifacts, workspace, keeps);
      if (run === undefined) continue;
      const own = filled(env, (expression) => outputs.get(expression) ?? value(expression));
      const written = join(temporaryDirectory(), 'output');
      writeFileSync(written, '');
      const { status, output } = await runScript(shell, run, workspace, { ...base, GITHUB_OUTPUT: written, ...own });
      for (const [name, text] of outputsIn(written)) outputs.set(`steps.${id}.outputs.${name}`, text);
      ended = { status: ended.status || status, output: ended.output + output };
    }
    return ended;
  };
  return { runJob };
};
