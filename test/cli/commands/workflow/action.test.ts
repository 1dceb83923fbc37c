import { describe, expect, it } from 'vitest';
import { surveysOfRun } from '../../../../lib/contract/tasks/copies.ts';
import { definitions } from '../../../../lib/workflow/definitions.ts';
import { even } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';

describe('headroom workflow', () => {
  it('prints the deployed definition, by default of reconcile, and needs no platform', async () => {
    const shell = await openShell(even(1, 1));
    const environment = { HEADROOM_BASE_URL: '', HEADROOM_TOKEN: '', HEADROOM_ORGANIZATION: '' };
    const printed = await shell.runWith({ environment }, 'workflow');
    const { States } = definitions.reconcile;
    const SurveyProjects = { ...States.SurveyProjects, MaxConcurrency: surveysOfRun(100) };
    const deployed = { ...definitions.reconcile, States: { ...States, SurveyProjects } };
    expect([printed.status, printed.err, JSON.parse(printed.out)]).toEqual([0, '', deployed]);
    const other = await shell.runWith({ environment }, 'workflow', 'retire-token');
    expect([other.status, JSON.parse(other.out)]).toEqual([0, definitions['retire-token']]);
    expect(shell.platform.requests()).toMatchObject({ reads: 0, writes: 0 });
  });

  it('names the state machines, and exits 2 for an unknown one', async () => {
    const shell = await openShell(even(1, 1));
    const { status, out, err } = await shell.run('workflow', 'reconcil');
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('Allowed choices are reconcile, retire-token.');
  });
});
