import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { eventDetails } from '../../lib/contract/events.ts';
import { needs } from '../installed.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { isPermitted } from './access/attempts.ts';
import type { Statement } from './access/evaluate.ts';
import { root } from './deployed.ts';

/** The examples of docs/deploy.md, as they stand there. */
const page = readFileSync(join(root, 'docs', 'deploy.md'), 'utf8');
const section = page.slice(page.indexOf('## Request runs from a pipeline'));
const blockOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(section)?.[1] ?? '';

const statement: Statement = JSON.parse(blockOf('json'));
const github = parse(blockOf('yaml')).steps.at(-1) as { readonly run: string; readonly env: Record<string, string> };
const terraform = blockOf('hcl');

/** The text of a quoted value in Terraform. */
const command: string = JSON.parse(/^ *command = (".*")$/m.exec(terraform)?.[1] ?? '""');
/** `jsonencode(…)` as Terraform evaluates it: its objects write `=` where JSON writes `:`. */
const encoded = (): string => {
  const [, list = ''] = /ENTRIES = jsonencode\(([\s\S]*?)\)\n {4}\}/.exec(terraform) ?? [];
  const inner = /jsonencode\((\{.*?\})\)/.exec(list)?.[1] ?? '';
  const json = (text: string) => text.replaceAll(/(\w+) = /g, '"$1": ');
  return JSON.stringify(JSON.parse(json(list.replace(`jsonencode(${inner})`, JSON.stringify(json(inner))))));
};

/** Runs a script where `aws` notes its arguments and answers how many entries failed. */
const run = (script: string, env: Readonly<Record<string, string>>, failed = '0') => {
  needs('bash');
  const folder = temporaryDirectory();
  const aws = join(folder, 'aws');
  writeFileSync(aws, `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/asked"\necho ${failed}\n`);
  chmodSync(aws, 0o755);
  const PATH = `${folder}:/usr/bin:/bin`;
  const { status } = spawnSync('bash', ['-e', '-c', script], { env: { ...env, PATH }, encoding: 'utf8' });
  const asked = readFileSync(join(folder, 'asked'), 'utf8').split('\n');
  return { status, service: asked.slice(0, 2), entries: JSON.parse(asked[asked.indexOf('--entries') + 1] ?? '[]') };
};

describe.each([
  ['GitHub Actions', (failed?: string) => run(github.run, github.env, failed)],
  ['Terraform', (failed?: string) => run(command, { ENTRIES: encoded() }, failed)],
] as const)('the example for %s', (_, example) => {
  it('publishes one event that the bus knows, which the permission of the page admits', () => {
    const { status, service, entries } = example();
    expect([status, service, entries.length]).toEqual([0, ['events', 'put-events'], 1]);
    const [{ EventBusName, Source, DetailType, Detail }] = entries;
    expect([EventBusName, Source, DetailType]).toEqual(['headroom', 'headroom', 'ServiceCreated']);
    expect(eventDetails.ServiceCreated.parse(JSON.parse(Detail))).toEqual({
      project: 'shop-prod',
      service: 'orders-pg',
    });
    const permitted = (type: string, bus = EventBusName) =>
      isPermitted(
        {
          caller: 'arn:aws:iam::111122223333:role/headroom-pipeline',
          action: 'events:PutEvents',
          resource: `arn:aws:events:REGION:ACCOUNT:event-bus/${bus}`,
          context: { 'events:source': Source, 'events:detail-type': type },
        },
        [statement],
        [],
      );
    expect([permitted(DetailType), permitted('Notice'), permitted(DetailType, 'default')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('fails where the bus refuses the event', () => {
    expect(example('1').status).not.toBe(0);
  });
});

it('a name with quotes stays one name', () => {
  const PROJECT = 'a" | "b';
  const [{ Detail }] = run(github.run, { ...github.env, PROJECT }).entries;
  expect(JSON.parse(Detail).project).toBe(PROJECT);
});
