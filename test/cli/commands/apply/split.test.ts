import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { even } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { openShell, type Shell } from '../shell.ts';

/** What these projects enable; the autoscalers of the others go, which no tag of a service asks for. */
const policy = (enabled: string, more = '') =>
  policyFile(`
version: 1
mode: enforce
rules:
  - { name: enabled, match: { project: ${enabled} }, effect: enable, maxAdditionalGb: 100 }
  - { name: others, match: { project: '*' }, effect: disable }
guardrails: { maxChanges: 100, maxChangePercent: 100, firstRun: apply${more} }
`);

const enabledIn = (shell: Shell, project: string): number =>
  shell.platform.state().projects.find(({ name }) => name === project)?.integrations.length ?? 0;

/** The service of project-0 has an autoscaler; the next policy takes that and enables the one of project-1. */
const open = async () => {
  const shell = await openShell(even(2, 1));
  expect((await shell.run('apply', '--policy', policy('project-0'))).status).toBe(0);
  return { shell, next: policy('project-1') };
};

const inJson = async (shell: Shell, ...argv: string[]) => {
  const { status, out } = await shell.run(...argv, '--json');
  return { status, ...JSON.parse(out) };
};

interface ShownChange {
  readonly project: string;
  readonly waits: string | null;
}
const waitsOf = (changes: readonly ShownChange[]) =>
  new Set(changes.map(({ project, waits }) => `${project} ${waits ?? 'goes'}`));

describe('a plan of which a part waits', () => {
  it('is applied but for that part, exits 4, and says in JSON what waits, since when and until when', async () => {
    const { shell, next } = await open();
    const planned = await inJson(shell, 'plan', '--policy', next);
    expect([planned.status, planned.verdict]).toEqual([0, 'needs-approval']);
    const applied = await inJson(shell, 'apply', '--policy', next);
    expect([applied.status, applied.verdict, applied.outcome]).toEqual([4, 'needs-approval', 'applied']);
    for (const { changes, proposal } of [planned, applied]) {
      expect(waitsOf(changes)).toEqual(new Set(['project-0 protection', 'project-1 goes']));
      expect(new Set(proposal.changes.map(({ project }: ShownChange) => project))).toEqual(new Set(['project-0']));
      expect(Date.parse(proposal.expires) - Date.parse(proposal.since)).toBeGreaterThanOrEqual(24 * 3_600_000);
    }
    expect(applied.proposal.digest).toBe(planned.proposal.digest);
    expect(applied.proposal.since).toBe(planned.proposal.since);
    expect([enabledIn(shell, 'project-0'), enabledIn(shell, 'project-1')]).toEqual([1, 1]);
    // Nothing but that part is left, so it is the whole plan, and waits under the same digest.
    const again = await inJson(shell, 'apply', '--policy', next);
    expect([again.status, again.outcome, again.proposal.digest]).toEqual([
      4,
      'needs-approval',
      applied.proposal.digest,
    ]);
  });

  it.each([
    ['of the whole plan', (plan: { digest: string }) => plan.digest],
    ['of what waits', (plan: { proposal: { digest: string } }) => plan.proposal.digest],
  ])('is applied whole under the digest %s, from the store or from a file', async (_, digestOf) => {
    for (const file of [undefined, join(temporaryDirectory(), 'plan.json')]) {
      const { shell, next } = await open();
      const out = file === undefined ? [] : ['--out', file];
      const planned = await inJson(shell, 'plan', '--policy', next, ...out);
      const inFile = file === undefined ? [] : ['--plan', file];
      const { status } = await shell.run('apply', '--policy', next, ...inFile, '--approve', digestOf(planned));
      expect(status).toBe(0);
      expect([enabledIn(shell, 'project-0'), enabledIn(shell, 'project-1')]).toEqual([0, 1]);
    }
  });

  it('is applied from a file but for that part without an approval', async () => {
    const { shell, next } = await open();
    const file = join(temporaryDirectory(), 'plan.json');
    await shell.run('plan', '--policy', next, '--out', file);
    const exact = await shell.run('apply', '--policy', next, '--plan', file, '--exact');
    expect([exact.status, exact.err]).toEqual([2, expect.stringContaining('use --exact with --approve')]);
    const { status, out } = await shell.run('apply', '--policy', next, '--plan', file);
    expect([status, out]).toEqual([4, expect.stringContaining('Applied what needs no approval')]);
    expect([enabledIn(shell, 'project-0'), enabledIn(shell, 'project-1')]).toEqual([1, 1]);
  });

  it.each<[number, string, string, readonly object[]]>([
    [0, 'nothing waits', ', needApproval: []', []],
    [1, 'the digest is unknown', '', []],
    [3, 'a change failed, although a part waits', '', [{ operation: 'ServiceIntegrationCreate', status: 400 }]],
    [4, 'a part waits', '', []],
    [5, 'the mode holds all back', '', []],
  ])('ends with %i where %s', async (status, what, more, faults) => {
    const { shell } = await open();
    await fetch(`${shell.platform.url}/_control/faults`, { method: 'POST', body: JSON.stringify(faults) });
    if (status === 5) await shell.run('mode', 'observe');
    const approve = status === 1 ? ['--approve', 'f'.repeat(12)] : [];
    const ended = await shell.run('apply', '--policy', policy('project-1', more), ...approve);
    expect([what, ended.status]).toEqual([what, status]);
  });
});
