import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allTasks } from '../../../lib/contract/tasks.ts';
import { telemetry } from '../../../lib/contract/telemetry.ts';
import type { Scenario } from '../../../lib/platform/index.ts';
import { objectText } from '../../../lib/run/store/content.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import type { StoredReport } from '../../../lib/run/store/run-objects.ts';
import { type Account, openAccount } from '../../aws/account.ts';
import { builtFunctions } from '../../aws/built-functions.ts';
import { secrecySentences } from '../../aws/bundles-secrecy.suite.ts';
import { deploy } from '../../aws/deployed.ts';
import { startLambda } from '../../aws/lambda-worker.ts';
import { permissionsIn, recordedCalls } from '../../aws/recorded-calls.ts';
import { nodeOf, testedNodes } from '../../node-versions.ts';
import { enableAll, even, pg } from '../../workflow/scenarios.ts';

const token = 'canary-4be81d07-token';
const policy = enableAll(200);

let account: Account;
let bundles: string;
beforeAll(async () => {
  [account, bundles] = await Promise.all([openAccount(), builtFunctions()]);
});
afterAll(() => account.close());

const deployed = (scenario: Scenario, document = policy, on = {}) =>
  deploy({ bundles, account, ...on }, scenario, document, token);

const leaseOf = (runId: string, expiresAt: string) => objectText({ runId, holder: 'another run', expiresAt });
const retried = (seen: readonly { kind: string; state: string }[], state: string) =>
  seen.filter((progress) => progress.kind === 'retried' && progress.state === state).length;

describe('the bundles that are deployed', () => {
  it('carry out a whole run, publish what they did, and find nothing to do in the next', async () => {
    const stack = await deployed(even(2, 2));
    expect(await stack.run('run-1')).toMatchObject({ runId: 'run-1', outcome: 'applied' });
    const { projects } = stack.platform.state();
    expect(projects.map(({ integrations }) => integrations.length)).toEqual([2, 2]);
    expect(stack.aws.events.map(({ type }) => type)).toEqual([...Array(4).fill('AutoscalerEnabled'), 'RunCompleted']);
    expect(await stack.run('run-2')).toMatchObject({ outcome: 'nothing' });
    expect(stack.read(keys.reported)).toMatchObject({ latestReport: { runId: 'run-2' } });
    expect(Date.parse(stack.read(keys.lease).expiresAt)).toBeLessThanOrEqual(Date.now());
  });

  it('write one line of log for each call, with the run and the task, and metrics where something is to be counted', async () => {
    const stack = await deployed(even(1, 2));
    await stack.run('run-1');
    const lines = stack.logs().trim().split('\n');
    const parsed = lines.map((line) => JSON.parse(line));
    const doneLines = parsed.filter(({ message }) => message === 'done');
    // The run asks for plan sizes, and plans again. Each function has a log of its own.
    expect(doneLines.map(({ task, runId }) => `${task} ${runId}`).sort()).toEqual(
      ['apply', 'ask', 'discover', 'plan', 'plan', 'report', 'survey'].map((task) => `${task} run-1`),
    );
    const metrics = parsed.filter(({ _aws }) => _aws !== undefined);
    for (const { _aws } of metrics) {
      const [{ Namespace, Dimensions }] = _aws.CloudWatchMetrics;
      expect([Namespace, Dimensions]).toEqual([telemetry.namespace, [[telemetry.dimension]]]);
    }
    expect(metrics).toEqual([
      expect.objectContaining({ service: 'headroom-prod', ChangesConfirmed: 4 }),
      expect.objectContaining({ service: 'headroom-prod', RunsEnded: 1 }),
    ]);
  });

  it('wait for the lease by Retry: the name LeaseHeld outlives the build', async () => {
    const stack = await deployed(even(1, 1));
    stack.bucket.put(keys.lease, leaseOf('run-0', '2999-01-01T00:00:00Z'), {});
    const ended = await stack.run('run-1', ({ kind, state }) => {
      // The other run is active for two checks, then it ends.
      if (kind === 'retried' && state === 'Plan' && retried(stack.seen, 'Plan') === 2)
        stack.bucket.put(keys.lease, leaseOf('run-0', '2000-01-01T00:00:00Z'), {});
    });
    expect(ended).toMatchObject({ outcome: 'applied' });
    expect(retried(stack.seen, 'Plan')).toBeGreaterThanOrEqual(2);
  });

  it('end a run with a policy that cannot be read at once: PolicyInvalid is caught, not retried', async () => {
    const stack = await deployed(even(1, 1), 'version: 1\nmodee: enforce\n');
    await expect(stack.run('run-1')).rejects.toThrow('policy.yaml:2:1 modee');
    expect(retried(stack.seen, 'Discover')).toBe(0);
    const report = stack.read(keys.report('run-1'));
    expect(report).toMatchObject({ outcome: 'failed', error: 'PolicyInvalid' });
    expect(report.cause).toContain('policy.yaml:2:1 modee');
    expect(stack.aws.events).toMatchObject([
      { type: 'RunFailed', detail: { error: 'PolicyInvalid' } },
      { type: 'Notice', detail: { urgent: true, subject: expect.stringMatching(/run failed$/) } },
    ]);
    expect(stack.logs()).toContain('"RunsFailed":1');
  });

  it('lose none of 99 events to one that cannot be read: it is counted, stored as it came, and reported', async () => {
    const stack = await deployed(even(3, 1));
    const good = Array.from({ length: 99 }, (_, n) => ({
      'detail-type': 'ServiceCreated',
      detail: { project: `project-${n % 3}` },
    }));
    const bad = { 'detail-type': 'ServiceCreated', detail: { project: 17 } };
    const batch = [...good.slice(0, 50), bad, ...good.slice(50)];
    expect(await stack.run('run-1', undefined, batch)).toMatchObject({ outcome: 'applied' });
    const { results } = stack.read(keys.report('run-1')) as StoredReport;
    const ends = results.flatMap((part) => part.ends);
    expect(ends).toHaveLength(2 * 3);
    expect(ends.every(({ status }) => status === 'confirmed')).toBe(true);
    expect(stack.read(keys.plan('run-1')).findings).toContainEqual(
      expect.objectContaining({
        code: 'event-unreadable',
        message: expect.stringMatching(/^1 of 100 events .*detail\.project/),
      }),
    );
    expect(stack.read(keys.unreadableEvents('run-1')).items).toEqual([
      { index: 50, problem: expect.stringContaining('detail.project'), event: bad },
    ]);
    expect(stack.logs()).toContain('"NeedsPerson":1');
  });

  it('begin no run, and leave the latest report alone, when no event of a batch can be read', async () => {
    const stack = await deployed(even(1, 1));
    await stack.run('run-1');
    await stack.run('run-2', undefined, [{ 'detail-type': 'Nonsense', detail: {} }]);
    expect(stack.read(keys.reported)).toMatchObject({ latestReport: { runId: 'run-1' } });
    expect(stack.read(keys.unreadableEvents('run-2')).items).toHaveLength(1);
    expect(stack.logs()).toContain('"NeedsPerson":1');
  });

  it('sleep past no time-out: while the platform asks all to wait longer, they say when to call them once more', async () => {
    const stack = await deployed(even(2, 1));
    const request = { readOnly: false, trigger: { kind: 'manual', by: 'a test' } };
    await stack.lambdaOf('discover').invoke({ runId: 'run-1', request }, 60_000);
    await fetch(`${stack.platform.url}/_control/faults`, {
      method: 'POST',
      body: JSON.stringify([{ operation: 'ServiceList', times: 1, status: 429, retryAfter: 280 }]),
    });
    const begunMs = Date.now();
    const surveyed = await stack.lambdaOf('survey').invoke({ runId: 'run-1', projects: [0, 1] });
    const { again } = surveyed as { again: { at: string } };
    expect(Date.parse(again.at) - begunMs).toBeGreaterThanOrEqual(280_000);
    // No function asks again before the time, whichever it is.
    const asked = stack.platform.requests().reads;
    await expect(stack.lambdaOf('watch-services').invoke({}, 60_000)).rejects.toMatchObject({ name: 'OutOfTime' });
    expect(stack.platform.requests().reads).toBe(asked);
  });

  it('end before Lambda ends them: a look at the platform with no time left makes no call', async () => {
    const stack = await deployed(even(1, 1));
    const before = stack.platform.requests().reads;
    const call = stack.lambdaOf('watch-services').invoke({}, 4_000);
    await expect(call).rejects.toMatchObject({ name: 'OutOfTime' });
    expect(stack.platform.requests().reads).toBe(before);
  });

  it('respect their calls a minute, however much there is to read', async () => {
    const stack = await deploy({ bundles, account, callsPerMinute: 6 }, even(5, 1), policy, token);
    // Surveys may use 3 of 6 calls. One lists the projects, one checks the token, and half a minute is too short to wait
    // for the next turn.
    expect(await stack.lambdaOf('watch-services').invoke({}, 30_000)).toMatchObject({ projects: 1, unreadable: 0 });
    expect(stack.platform.requests().reads).toBe(3);
  });

  it('read the token anew when the platform refuses the one in hand', async () => {
    const on = { bundles, account, secretName: 'a-secret-that-nothing-has-read' };
    const stack = await deploy(on, even(1, 1), policy, token);
    stack.keepSecret(JSON.stringify({ token: 'a-token-that-was-retired' }));
    const watching = stack.handlers['watch-services'];
    await expect(watching?.({})).rejects.toMatchObject({ name: 'PlatformUnauthorized' });
    stack.keepSecret(JSON.stringify({ token }));
    expect(await watching?.({})).toMatchObject({ projects: 1 });
  });

  it.skipIf(nodeOf(24) === undefined)('run on the version of Node.js that AWS runs them on', async () => {
    const discover = (await deployed(even(1, 1))).lambdaOf('discover');
    await discover.invoke({ runId: 'run-1', request: { trigger: { kind: 'manual', by: 'a test' } } });
    expect(discover.node()).toBe(`v${testedNodes[24]}`);
  });

  it('hold their input to the contract', async () => {
    const stack = await deployed(even(1, 1));
    await expect(stack.handlers.survey?.({ runId: 'run-1', project: -1 })).rejects.toMatchObject({ name: 'ZodError' });
    expect(stack.aws.requests).toEqual([]);
  });

  it('name the variable that is missing', async () => {
    const lambda = startLambda(join(bundles, 'report', 'index.mjs'), {
      HEADROOM_BUCKET: 'b',
      HEADROOM_AUDIT_LOCK_DAYS: '0',
      NODE_NO_WARNINGS: '1',
    });
    await expect(lambda.invoke({ runId: 'run-1' })).rejects.toThrow('HEADROOM_BUS');
    await lambda.stop();
  });

  it('use the permissions of their roles, and no others', async () => {
    const more =
      "budgets: [{ name: all, match: { project: '*' }, monthly: '900.00' }]\nnotify: [{ channel: gone, match: { owner: '*' } }]\n";
    // Functions that are warm still know the secret of the tests before.
    const stack = await deployed(even(1, 1), enableAll(200, more), { secretName: 'a-secret-that-nothing-knows' });
    await stack.run('run-1');
    const added = await fetch(`${stack.platform.url}/_control/service`, {
      method: 'POST',
      body: JSON.stringify({ ...pg('new'), name: undefined, project: 'project-0', service: 'new' }),
    });
    expect(added.status).toBe(200);
    await stack.run('run-2');
    await stack.handlers['watch-services']?.({});
    // A failed run is a message at once.
    stack.bucket.put(keys.policy, 'nonsense', {});
    await stack.run('run-3').catch(() => undefined);
    // The settings of the channels have no channel of that name.
    expect(await stack.handlers.deliver?.({})).toMatchObject({ dead: 1 });
    const { 'rotate-token': _, 'retire-token': __, ...recorded } = recordedCalls;
    expect(permissionsIn(stack.aws.requests)).toEqual(recorded);
  });

  it('hold no path of the machine that built them', () => {
    const files = readdirSync(bundles, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.m?js|\.map/.test(name),
    );
    expect(files.length).toBeGreaterThan(allTasks.length);
    for (const name of files)
      expect(readFileSync(join(bundles, name), 'utf8').includes(process.cwd()), name).toBe(false);
  });
});

// On the same bundles, which are warm by now.
secrecySentences((...given) => deployed(...given), token);
