import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { needs } from '../installed.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { action, gitlabJobs } from './examples.ts';

/** Inputs and plans of a stranger, such as the name of a branch, are data to the steps and never options or outputs. */

const digest = 'a'.repeat(64);
const script = action.runs.steps.find(({ id }) => id === 'run')?.run ?? '';

/** Runs the step with real git and node, and with a `headroom` that notes its arguments. */
const runStep = (given: Readonly<Record<string, string>>, plan: unknown = { digest }) => {
  needs('bash', 'git');
  const folder = temporaryDirectory();
  const noted = join(folder, 'arguments');
  const program = join(folder, 'headroom');
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" >> "${noted}"\n`);
  chmodSync(program, 0o755);
  for (const argv of [
    ['init', '--quiet'],
    ['remote', 'add', 'origin', '.'],
  ])
    execFileSync('git', argv, { cwd: folder });
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  const outputs = join(folder, 'outputs');
  writeFileSync(outputs, '');
  // biome-ignore lint/style/noProcessEnv: the step uses the bash, git and node of this machine
  const path = [folder, process.env.PATH].join(delimiter);
  const usual = { POLICY: 'policy.yaml', BASE: '', PLAN: 'plan.json', COMMENT: 'comment.md', RUNNER_TEMP: folder };
  const { status } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { PATH: path, GITHUB_OUTPUT: outputs, ...usual, ...given },
  });
  const argv = existsSync(noted) ? readFileSync(noted, 'utf8').trim().split('\n') : [];
  return {
    status,
    argv,
    outputs: readFileSync(outputs, 'utf8'),
    has: (name: string) => existsSync(join(folder, name)),
  };
};

describe('the action', () => {
  it('runs nothing that the name of a branch says', () => {
    const { status, has } = runStep({ COMMAND: 'plan', BASE: '--upload-pack=touch PWN;git-upload-pack' });
    expect([has('PWN'), status]).toEqual([false, 128]);
  });

  it('takes the name of a policy that looks like an option for a name', () => {
    expect(runStep({ COMMAND: 'validate', POLICY: '--schema' }).argv).toEqual(['validate', '--', '--schema']);
  });

  it('takes the name of a plan that looks like an option of node for a name', () => {
    expect(runStep({ COMMAND: 'apply', PLAN: '--version' }).status).not.toBe(0);
  });

  it.each([`${digest}\npending=false`, 'A'.repeat(64), '', null, [digest, 'b']])(
    'writes and approves nothing that is no digest: %j',
    (wrong) => {
      for (const COMMAND of ['plan', 'apply']) {
        const { status, argv, outputs } = runStep({ COMMAND }, { digest: wrong });
        expect([COMMAND, status, argv.includes('apply'), outputs.includes('digest=')]).toEqual([
          COMMAND,
          1,
          false,
          false,
        ]);
      }
    },
  );

  it('writes the digest of the plan, and approves it', () => {
    const { status, argv, outputs } = runStep({ COMMAND: 'apply' });
    expect([status, argv.slice(-2), outputs]).toEqual([
      0,
      ['--approve', digest],
      expect.stringContaining(`digest=${digest}\n`),
    ]);
  });
});

it('the component for GitLab does the same', () => {
  const lines = [...gitlabJobs.values()].flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n')));
  expect(lines.filter((line) => line.startsWith('git fetch')).every((line) => line.includes(' "refs/heads/$'))).toBe(
    true,
  );
  expect(lines.filter((line) => line.startsWith('headroom validate')).every((line) => line.includes(' -- '))).toBe(
    true,
  );
  needs('bash');
  const check = lines.find((line) => line.startsWith('[[ $digest'));
  const checked = (text: string) => spawnSync('bash', ['-c', check ?? 'exit 9'], { env: { digest: text } }).status;
  expect([checked(digest), checked(`${digest}\nx`), checked('--version')]).toEqual([0, 1, 1]);
});
