import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { textOf } from '../../../access/template-of.ts';
import { deployed } from '../../../infra/deployed.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { even } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';

const approver = 'arn:aws:iam::111122223333:role/approver';
const template = (): string => textOf(deployed({ approvers: approver }).stack);

const fileOf = (text: string): string => {
  const file = join(temporaryDirectory(), 'headroom.template.json');
  writeFileSync(file, text);
  return file;
};

const ask = async (...argv: string[]) => {
  const shell = await openShell(even(1, 1));
  return shell.run('who-can', ...argv);
};

/** A region with one stack, whose template is this text. */
const onAws = (text: string) => {
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  const stacks = mockClient(CloudFormationClient);
  stacks.on(GetTemplateCommand, { StackName: 'headroom' }).resolves({ TemplateBody: text });
  onTestFinished(() => {
    stacks.restore();
    vi.unstubAllEnvs();
  });
  return stacks;
};

describe('headroom who-can', () => {
  it('has one line for each principal with the permission, and says what is outside of the answer', async () => {
    const { status, out } = await ask('approve', '--template', fileOf(template()));
    expect(status).toBe(0);
    expect(out).toContain(`who can approve plans: ${approver} (with a permission of its own); no other principal`);
    const rows = out.split('\n').filter((line) => line.includes('s3:PutObject'));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain('s3:PutObject, s3:ReplicateObject on approvals/*');
    expect(out).toMatch(/Outside of this answer: administrators.*changes by hand.*organization/);
  });

  it('is a document for programs', async () => {
    const { out } = await ask('read-token', '--json', '--template', fileOf(template()));
    const { format, question, sentence, principals, outside } = JSON.parse(out);
    expect([format, question, outside.length]).toEqual([1, 'read-token', 3]);
    expect(sentence).toContain('who can read the token: function headroom-discover');
    expect(principals[0]).toEqual({
      principal: 'headroom-discover',
      kind: 'function',
      can: 'yes',
      by: [{ actions: ['secretsmanager:GetSecretValue'], on: [expect.stringMatching(/^TokenSecret/)] }],
      remarks: ['assumed by lambda.amazonaws.com'],
    });
  });

  it('reads the template of a stack, and asks AWS for nothing else', async () => {
    const stacks = onAws(template());
    const { status, out } = await ask('approve', '--stack', 'headroom', '-o', 'csv');
    expect([status, out.split('\n')[1]]).toEqual([0, expect.stringContaining(approver)]);
    expect(stacks.calls()).toHaveLength(1);
  });

  it('ends with 1 and names what is unknown where the policies do not decide it', async () => {
    const text = template().replaceAll('"StringEquals":{"kms:ViaService"', '"DateLessThan":{"kms:ViaService"');
    const { status, out } = await ask('write', '--template', fileOf(text));
    expect(status).toBe(1);
    expect(out).toContain('unknown');
    expect(out).toContain('the condition DateLessThan kms:ViaService');
  });

  it('refuses a stack that AWS does not show, a template without a Headroom, and a question that it does not know', async () => {
    const stacks = onAws(template());
    stacks.on(GetTemplateCommand).rejects(new Error('Stack with id other does not exist'));
    expect(await ask('write', '--stack', 'other')).toMatchObject({
      status: 1,
      err: expect.stringContaining('cannot read the template of the stack other'),
    });
    const other = await ask('write', '--template', fileOf('{"Resources":{}}'));
    expect([other.status, other.err]).toEqual([1, expect.stringContaining('contains no Headroom')]);
    expect((await ask('delete')).status).toBe(2);
    expect((await ask('write', '--stack', 'a', '--template', 'b')).status).toBe(2);
  });
});
