import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleOrganization } from '../../../sample-organization.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { enableAll, even, organizationOf, pg } from '../../../workflow/scenarios.ts';
import { openShell, token } from '../shell.ts';

const policyFile = (text: string): string => {
  const file = join(temporaryDirectory(), 'policy.yaml');
  writeFileSync(file, text);
  return file;
};

const scenario = organizationOf([
  { name: 'shop', services: [pg('orders', { usedGb: 40, tags: { team: 'a', 'disk-autoscaler': 'On' } })] },
]);

/** The plan of the services, and one with twice its disk. */
const withLargerPlan = {
  plans: [...scenario.plans, { type: 'pg', name: 'startup-8', diskGb: 160, capGb: 800, stepGb: 10 }],
  prices: (scenario.prices ?? []).flatMap((price) =>
    price.type === 'pg' && price.plan === 'startup-4' ? [price, { ...price, plan: 'startup-8' }] : [price],
  ),
};

describe('headroom explain', () => {
  it('prints one sentence and then the chain', async () => {
    const shell = await openShell(scenario);
    const { status, out } = await shell.run('explain', 'shop/orders', '--policy', policyFile(enableAll(200)));
    expect(status).toBe(0);
    const [sentence, disk, ...chain] = out.split('\n');
    expect(sentence).toMatch(
      /^shop\/orders .*autoscaler with a maximum of 200 GB.*create-endpoint, create-integration/,
    );
    expect(disk).toBe('Disk: 80 GB, 40 GB used (50 %); days left unknown: needs 13 more days of history');
    expect(chain.join('\n')).toContain('team=a (service)');
    expect(chain.join('\n')).toContain('did you mean "on"?');
    expect(shell.platform.requests().writes).toBe(0);
  });

  it('says what a maximum from the forecast promises, and how such forecasts of the disk came out', async () => {
    const shell = await openShell(sampleOrganization());
    const rule = 'maxAdditionalGb: forecast, forecast: { ceilingGb: 900, confidence: 99 }';
    const policy = policyFile(enableAll(1).replace('maxAdditionalGb: 1', rule));
    await shell.run('explain', 'data-prod/ledger-pg', '--policy', policy);
    const { out } = await shell.run('explain', 'data-prod/ledger-pg', '--policy', policy);
    expect(out).toMatch(/\(P99\).*: full before the end of 30 days with a probability of about 1 % at most/);
    expect(out).toMatch(/^Forecasts of this disk: 1 % above the P99 promised, .* in 4 forecasts of the last weeks/m);
  });

  it('says when the platform changes the plan by itself, which is no drift', async () => {
    const shell = await openShell({
      ...organizationOf([
        {
          name: 'shop',
          services: [pg('orders', { usedGb: 40 })],
          endpoints: [{ name: 'plans', type: 'autoscaler_service' }],
          integrations: [
            {
              service: 'orders',
              endpoint: 'plans',
              type: 'autoscaler_service',
              userConfig: { min_plan: 'startup-4', max_plan: 'startup-8' },
            },
          ],
        },
      ]),
      ...withLargerPlan,
    });
    const policy = policyFile(enableAll(200));
    expect((await shell.run('apply', '--policy', policy, '--yes')).status).toBe(0);
    await fetch(`${shell.platform.url}/_control/service`, {
      method: 'POST',
      body: JSON.stringify({ project: 'shop', service: 'orders', plan: 'startup-8' }),
    });
    const { out } = await shell.run('explain', 'shop/orders', '--policy', policy);
    expect(out).toContain(
      "Plan: startup-8; the platform's service autoscaler changes it by itself, from startup-4 to startup-8.",
    );
    const explained = JSON.parse((await shell.run('explain', 'shop/orders', '--json', '--policy', policy)).out);
    expect(explained.planAutoscaler).toEqual({ plan: 'startup-8', minPlan: 'startup-4', maxPlan: 'startup-8' });
    expect(explained.findings.map(({ code }: { code: string }) => code)).not.toContain('drift');
  });

  it('says whether the need of its primary counts for a read replica, and that a fork copied its tags', async () => {
    const shell = await openShell({ ...even(1, 2, { tags: { team: 'orders' } }), startTime: new Date().toISOString() });
    const post = async (path: string, body: object) => {
      const url = `${shell.platform.url}/v1/project/project-0/${path}`;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(200);
    };
    const ends = { source_service: 'service-0', dest_service: 'service-1' };
    await post('integration', { integration_type: 'read_replica', ...ends });
    const source = { service_to_fork_from: 'service-0' };
    await post('service', {
      ...{ service_name: 'copy', service_type: 'pg', plan: 'startup-4', copy_tags: true, user_config: source },
    });
    const budgets = 'budgets: [{ name: all, match: { project: "*" }, monthly: "900.00" }]';
    const said = async (service: string, more = '') =>
      (await shell.run('explain', `project-0/${service}`, '--policy', policyFile(enableAll(200, more)))).out;
    expect(await said('service-1', budgets)).toContain(
      'Read replica of project-0/service-0: needs at least what its primary needs.',
    );
    expect(await said('service-1')).toContain(
      'Read replica of project-0/service-0: its own need counts alone, because its primary gets no share of its budget.',
    );
    expect(await said('copy')).toContain(
      'A fork with all tags of project-0/service-0 gets no more than it needs, 7 GB',
    );
  });

  it('prints the same as JSON', async () => {
    const shell = await openShell(scenario);
    const policy = policyFile(enableAll(200));
    const { out } = await shell.run('explain', 'shop/orders', '--json', '--policy', policy);
    const explanation = JSON.parse(out);
    expect(explanation).toMatchObject({
      project: 'shop',
      service: 'orders',
      decision: { effect: 'enable', rule: 'everything', maxAdditionalGb: 200 },
      rules: [{ rule: 'everything', tried: true, matched: true }],
      overrides: [{ key: 'disk-autoscaler', value: 'On', meaning: 'is unreadable, so it has no effect' }],
      budget: null,
      ineligible: null,
      disk: { provisionedGb: 80, usedGb: 40, usedPercent: 50, daysToFull: null },
      findings: [{ code: 'misspelt-tag' }],
      violations: [],
    });
    expect(explanation.changes).toHaveLength(2);
    expect((await shell.run('explain', 'shop/orders', '--policy', policy)).out).toContain(explanation.next[0]);
  });

  it('explains a service whose project cannot be read: nothing is decided, and why', async () => {
    const shell = await openShell(scenario);
    await fetch(`${shell.platform.url}/_control/faults`, {
      method: 'POST',
      body: JSON.stringify([{ operation: 'ServiceList', times: 1, status: 403 }]),
    });
    const { status, out } = await shell.run('explain', 'shop/orders', '--policy', policyFile(enableAll(200)));
    expect(status).toBe(0);
    expect(out).toMatch(/^shop\/orders stays unchanged: its project could not be read\.\n/);
    expect(out).toContain('project-unread: ');
  });

  it('exits 1 for a service that is not there, 2 for something that names none', async () => {
    const shell = await openShell(scenario);
    const policy = policyFile(enableAll(200));
    const unknown = await shell.run('explain', 'shop/nothing', '--policy', policy);
    expect(unknown.status).toBe(1);
    expect(unknown.err).toContain('error: project shop has no service nothing; see headroom plan --project shop\n');
    expect((await shell.run('explain', 'shop', '--policy', policy)).status).toBe(2);
  });
});

describe('headroom explain --stored', () => {
  it('answers from the last run without a token or a call', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyFile(enableAll(200));
    await shell.run('apply', '--policy', policy);
    const { reads } = shell.platform.requests();
    const bare = { environment: { HEADROOM_TOKEN: '', HEADROOM_BASE_URL: '' } };
    const { status, out, err } = await shell.runWith(bare, 'explain', 'project-0/service-0', '--stored');
    expect([status, err]).toEqual([
      0,
      expect.stringMatching(/^As of the last run \(applied, .*\); its changes may be/),
    ]);
    expect(out).toContain(
      'project-0/service-0 should have the autoscaler with a maximum of 200 GB (rule "everything"); applied: create-endpoint, create-integration.',
    );
    const json = await shell.runWith(bare, 'explain', 'project-0/service-0', '--stored', '--json');
    expect(JSON.parse(json.out)).toMatchObject({ service: 'service-0', stored: { outcome: 'applied' } });
    expect(shell.platform.requests().reads).toBe(reads);
  });

  it.each([
    ['adopts another service', ['adopt', 'data-prod/ledger-pg']],
    ['is for another project', ['apply', '--project', 'sandbox']],
    ['makes no call under stop', ['apply']],
  ])('shows what the policy decided, after a run that %s', async (kind, command) => {
    const shell = await openShell(sampleOrganization());
    const budget = "budgets: [{ name: all, match: { project: data-prod }, monthly: '9000' }]";
    const policy = policyFile(`${enableAll(200)}\n${budget}\n`);
    await shell.run('apply', '--policy', policy, '--yes');
    const [decided] = JSON.parse((await shell.run('runs', '--json')).out).runs;
    if (kind.endsWith('stop')) await shell.run('mode', 'stop');
    await shell.run(...command, '--policy', policy);
    const { out, err } = await shell.run('explain', 'data-prod/events-kafka', '--stored');
    expect(err).toContain(`As of the last run that decided about this service (${decided.outcome}, `);
    expect(out).toMatch(/Budget:\n {2}"all": [\d.]+ in force of 9000\.00 USD a month/);
    expect(out).toMatch(/^data-prod\/events-kafka should have .*; applied: create-endpoint, create-integration\.$/m);
    const json = await shell.run('explain', 'data-prod/events-kafka', '--stored', '--json');
    expect(JSON.parse(json.out).stored.runId).toBe(decided.runId);
  });

  it('names what the store does not have', async () => {
    const shell = await openShell(even(1, 1));
    const before = await shell.run('explain', 'project-0/service-0', '--stored');
    expect([before.status, before.err]).toEqual([1, expect.stringContaining('the store has no run with a plan')]);
    await shell.run('apply', '--policy', policyFile(enableAll(200)));
    const project = await shell.run('explain', 'none/service-0', '--stored');
    expect([project.status, project.err]).toEqual([1, expect.stringContaining('no reading of project none')]);
    const service = await shell.run('explain', 'project-0/none', '--stored');
    expect([service.status, service.err]).toEqual([1, expect.stringContaining('had no service none')]);
  });
});

it('headroom explain of a name that is nearly one of a service says which it may mean', async () => {
  const shell = await openShell(even(1, 2));
  const { status, err } = await shell.run('explain', 'project-0/servce-1', '--policy', policyFile(enableAll(100)));
  expect([status, err]).toEqual([
    1,
    expect.stringContaining('project project-0 has no service servce-1: did you mean project-0/service-1?'),
  ]);
});
