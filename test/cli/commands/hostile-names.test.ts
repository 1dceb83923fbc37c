import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { enableAll, organizationOf, pg } from '../../workflow/scenarios.ts';
import { harmless, hostile, hostileProxy } from './hostile-proxy.ts';
import { policyFile } from './policy-file.ts';
import { type Ended, openShell } from './shell.ts';

/** Nothing but the line breaks that are ours. */
const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const expectVisible = (what: string, text: string): void => {
  expect(`${what}: ${unseen.exec(text)?.[0].codePointAt(0)}`).toBe(`${what}: undefined`);
  expect(text.split('\n').filter((line) => line.startsWith('error: forged'))).toEqual([]);
};

const budgets = `budgets: [{ name: all, match: { project: '*' }, monthly: "20.00", rest: share }]\n`;

const openHostile = async () => {
  const services = [
    pg(harmless, { tags: { [harmless]: harmless, 'disk-autoscaler': harmless, owner: harmless } }),
    pg('taken', { usedGb: 10 }),
  ];
  const shell = await openShell(
    organizationOf([
      {
        name: harmless,
        tags: { [harmless]: harmless },
        services,
        endpoints: [{ name: harmless, maxAdditionalGb: 10 }],
        integrations: [{ service: 'taken', endpoint: harmless }],
      },
      { name: `${harmless}-unread`, services: [pg('one')] },
    ]),
  );
  const url = await hostileProxy(shell.platform.url);
  const run = (...argv: string[]) => shell.runWith({ environment: { HEADROOM_BASE_URL: url } }, ...argv);
  const refuse = () =>
    fetch(`${shell.platform.url}/_control/faults`, {
      method: 'POST',
      body: JSON.stringify([{ operation: 'ServiceList', times: 1, status: 403 }]),
    });
  return { shell, run, refuse };
};

describe('names that would take over a terminal', () => {
  it('are shown as escapes by every command that prints them', async () => {
    const { run, refuse } = await openHostile();
    const policy = ['--policy', policyFile(enableAll(200, budgets)), '--calls-per-minute', 'off'];
    const ended: Record<string, Ended> = {};
    const keep = async (...argv: string[]) => {
      const key = argv.slice(0, 4).join(' ');
      ended[key] = await run(...argv);
      return ended[key];
    };
    await refuse();
    await keep('plan', ...policy);
    await keep('plan', '--json', ...policy);
    await keep('plan', '--project', hostile, ...policy);
    await keep('plan', '--project', `${hostile}x`, ...policy);
    await refuse();
    const applied = await keep('apply', ...policy);
    expect(applied.out).toContain(
      String.raw`\u001b[2J\u009b31m\u001b]0;t\u0007\u000d\u202ered\u2066\u200b\u000aerror: forged`,
    );
    expect(applied.out).toContain('not read: ');
    await keep('apply', '--json', ...policy);
    await keep('explain', `${hostile}/${hostile}`, ...policy);
    await keep('explain', `${hostile}/taken`, ...policy);
    await keep('explain', `${hostile}/${hostile}x`, ...policy);
    await keep('explain', `${hostile}/${hostile}`, '--json', ...policy);
    await keep('budget', ...policy);
    await keep('budget', '--simulate', `${hostile}=1.00`, ...policy);
    await keep('forecast');
    await keep('forecast', '--json');
    await keep('status');
    for (const format of ['html', 'json', 'markdown']) await keep('report', '--format', format);
    const audit = await keep('audit', '--json');
    await keep('audit');
    await keep('undo', JSON.parse(audit.out).records[0].runId, ...policy);
    await keep('undo', hostile, ...policy);
    await keep('mode');
    await keep('mode', hostile);
    await keep('integration-endpoint-list', '--project', hostile);
    await keep('integration-endpoint-list', '--project', hostile, '--json');
    await keep('integration-endpoint-delete', '--project', hostile, hostile);
    await keep('integration-list', '--project', hostile, 'taken');
    await keep('integration-list', '--project', hostile, hostile);
    await keep(hostile);
    await keep('plan', `--${hostile}`);
    await keep('plan', '--policy', `/${hostile}`);
    await keep('validate', `/${hostile}`);
    await keep('report', '--run', hostile);
    await keep('token', 'status', '--secret-file', `/dev/null/${hostile}`);
    for (const [command, { out, err }] of Object.entries(ended)) expectVisible(command, out + err);
    // RFC 4180 ends lines so; nothing else in a table for spreadsheets has a carriage return.
    const { out: csv } = await run('report', '--format', 'csv');
    expectVisible('csv', csv.replaceAll('\r\n', '\n'));
  });

  it('mean the same in JSON, and stand as escapes in files', async () => {
    const { run } = await openHostile();
    const folder = temporaryDirectory();
    const [plan, report] = [join(folder, 'plan.json'), join(folder, 'report.html')];
    const policy = ['--policy', policyFile(enableAll(200)), '--calls-per-minute', 'off'];
    const { out } = await run('plan', '--json', '--out', plan, ...policy);
    expect(JSON.parse(out).decisions.map(({ project }: { project: string }) => project)).toContain(hostile);
    expect(JSON.parse(readFileSync(plan, 'utf8')).digest).toBe(JSON.parse(out).digest);
    expect((await run('apply', '--plan', plan, ...policy)).out).toContain('confirmed');
    await run('report', '--format', 'html', '--out', report);
    for (const file of [plan, report]) expectVisible(file, readFileSync(file, 'utf8'));
  });

  it('cannot forge a line of a policy check, nor of a check of a search configuration', async () => {
    const { run } = await openHostile();
    const text = `version: 1\n${JSON.stringify(hostile)}: 1\nmode: ${JSON.stringify(hostile)}\nrules: []\n`;
    for (const command of [['validate'], ['config', 'check']]) {
      const file = join(temporaryDirectory(), 'document.yaml');
      writeFileSync(file, text);
      const [plain, json] = [await run(...command, file), await run(...command, file, '--json')];
      expect([plain.status, json.status]).toEqual([1, 1]);
      for (const { out, err } of [plain, json]) expectVisible(command.join(' '), out + err);
      expect(JSON.parse(json.out).errors.length).toBeGreaterThan(1);
    }
  });
});
