import { describe, expect, it } from 'vitest';
import { runbookSections } from '../../../../lib/cli/commands/runbook/action.ts';
import { even } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';

const environment = { HEADROOM_BASE_URL: '', HEADROOM_TOKEN: '', HEADROOM_ORGANIZATION: '' };

describe('headroom runbook', () => {
  it('prints the section of an alarm and nothing of the next one, and needs neither platform nor store', async () => {
    const shell = await openShell(even(1, 1));
    const { status, out, err } = await shell.runWith({ environment }, 'runbook', 'run-failed');
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(/^## run-failed\n/);
    expect(out).toContain('**Leave it**');
    expect(out.match(/^#+ /gm)).toHaveLength(1);
  });

  it('finds a section however an alarm, a finding or an event spells it, with all that is below it', async () => {
    const shell = await openShell(even(1, 1));
    const spelt = async (name: string) => (await shell.runWith({ environment }, 'runbook', name)).out.split('\n')[0];
    expect(await Promise.all(['budget-exceeded', 'BudgetExceeded', 'planneedsapproval'].map(spelt))).toEqual([
      '# BudgetExceeded',
      '# BudgetExceeded',
      '# PlanNeedsApproval',
    ]);
    const { out } = await shell.runWith({ environment }, 'runbook', 'disaster-recovery');
    expect(out).toContain('### Lost region');
    expect(out).not.toContain('# Alarms and findings');
  });

  it.each([
    ['price-unknown', '# When a price or a size is unknown'],
    ['disk-full', '# When a disk is full'],
    ['growth-runaway', '# When a disk fills up'],
  ])('prints for the finding %s the section that helps', async (code, title) => {
    const shell = await openShell(even(1, 1));
    const { out } = await shell.runWith({ environment }, 'runbook', code);
    expect(out.split('\n')[0]).toBe(title);
  });

  it('lists its sections, and fails for a name that it does not have', async () => {
    const shell = await openShell(even(1, 1));
    const { out } = await shell.runWith({ environment }, 'runbook');
    expect(out.split('\n')).toEqual(expect.arrayContaining(['lost-bucket', 'run-failed', 'a-damaged-store']));
    const { status, err } = await shell.runWith({ environment }, 'runbook', 'nothing');
    expect([status, err]).toEqual([1, "error: the runbook has no section nothing; 'headroom runbook' lists them\n"]);
  });
});

it('a section ends at the next heading of its level, and a comment in a block of code is no heading', () => {
  const document = '# A book\n\n## One: first\n\n```sh\n# a comment\n```\n\n### Below\n\ntext\n\n## Two\n\nend\n';
  expect(runbookSections(document)).toEqual([
    { name: 'a-book', text: document.trimEnd() },
    { name: 'one-first', text: '## One: first\n\n```sh\n# a comment\n```\n\n### Below\n\ntext' },
    { name: 'below', text: '### Below\n\ntext' },
    { name: 'two', text: '## Two\n\nend' },
  ]);
});
