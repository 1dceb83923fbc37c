import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../lib/core/model/decision.ts';
import type { Delivery } from '../../../lib/core/notices/delivery.ts';
import type { Plan } from '../../../lib/core/plan/plan-result.ts';
import { readMessages } from '../../../lib/run/publish/deliveries.ts';
import { noteFindings, readFindingLog } from '../../../lib/run/publish/notices.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { readObject, writeObject } from '../../../lib/run/store/objects.ts';
import type { ReportObject, RunObject } from '../../../lib/run/store/run-objects.ts';
import { aService } from '../../core/organization.ts';
import { enableAll } from '../../workflow/scenarios.ts';
import { aPlan, aRun } from '../stored.ts';

const endedAt = '2030-01-01T12:00:00.000Z';

const full = (service: string, more: Partial<Finding> = {}): Finding => ({
  code: 'disk-full',
  project: 'shop',
  service,
  subject: '100 %',
  message: 'Full.',
  ...more,
});
const ofBudget = (code: Finding['code']): Finding => full('', { code, project: '', subject: 'all' });

/** A store in which runs over the projects `shop` and `crm` end one after the other. */
const organization = () => {
  const store = createMemoryStore();
  let count = 0;
  const end = async (
    plan: Partial<Plan> | null,
    report: Partial<ReportObject> = {},
    run: Partial<RunObject> | null = {},
  ) => {
    count += 1;
    const runId = `run-${count}`;
    const listed = ['shop', 'crm'];
    const projects = listed.map((name) => ({ name, tags: { owner: `owner of ${name}` } }));
    const ended = {
      run: run === null ? undefined : aRun({ runId, listed, projects, ...run }),
      report: {
        ...{ runId, startedAt: endedAt, endedAt, outcome: 'applied' },
        ...{ error: null, cause: null, results: [], unread: [] },
        plan: plan && aPlan(plan),
        ...report,
      } as ReportObject,
      besides: [],
      log: await readFindingLog(store),
      readBefore: [],
    };
    const clock = { now: () => Date.parse(ended.report.endedAt) };
    await noteFindings({ store, clock }, { organization: 'org-example' }, ended);
    return (await readFindingLog(store)).open.map(({ code, service, subject }) => `${code} ${service}${subject}`);
  };
  return { store, end };
};

const diskFull = 'disk-full orders100 %';

describe('what people were notified of', () => {
  it('is over once a run that could see it no longer finds it, and stays as it is otherwise', async () => {
    const { end } = organization();
    const accepted = [{ ...full('orders'), until: '2030-02-01', reason: 'Known.' }];
    expect(await end({ findings: [full('orders')] })).toEqual([diskFull]);
    const unread = [{ project: 'shop', error: 'PlatformUnavailable', message: '' }];
    expect(await end({}, { unread })).toEqual([diskFull]);
    expect(await end({}, {}, { projects: [{ name: 'crm', tags: {} }] })).toEqual([diskFull]);
    expect(await end({}, {}, { undo: 'run-0' })).toEqual([diskFull]);
    expect(await end(null)).toEqual([diskFull]);
    expect(await end({}, {}, null)).toEqual([diskFull]);
    expect(await end({ accepted })).toEqual([diskFull]);
    expect(await end({})).toEqual([]);
    expect(await end({ accepted })).toEqual([]);
  });

  it('is not over because the policy accepts it at another level, and begins again when that ends', async () => {
    const { store, end } = organization();
    const policy = enableAll(100, 'notify:\n  - { channel: team, match: { owner: "*" } }\n');
    const accepted = [{ ...full('orders'), until: '2030-02-01', reason: 'Known.' }];
    const openAfter = (plan: Partial<Plan>) => end(plan, {}, { policy });
    const nearly = full('orders', { subject: '90 %' });
    const sent = async () => (await readMessages<Delivery>(store, keys.deliveries)).map(({ id }) => id);
    expect(await openAfter({ findings: [nearly] })).toEqual(['disk-full orders90 %']);
    expect(await openAfter({ accepted })).toEqual(['disk-full orders90 %']);
    expect(await sent()).toEqual(['run-1~team~urgent']);
    expect(await openAfter({ findings: [full('orders')] })).toEqual([diskFull]);
    expect(await sent()).toEqual(['run-1~team~urgent', 'run-3~team~urgent']);
  });

  it('does not begin with findings of an undo, which go to its caller', async () => {
    const { end } = organization();
    expect(await end({ findings: [full('orders')] }, {}, { undo: 'run-0' })).toEqual([]);
  });

  it('of a budget with services of unknown cost is not over because the finding is gone', async () => {
    const { end } = organization();
    const over = 'budget-exceeded all';
    expect(await end({ findings: [ofBudget('budget-exceeded')] })).toEqual([over]);
    expect(await end({ findings: [ofBudget('budget-incomplete')] })).toContain(over);
    const others = [{ ...ofBudget('budget-incomplete'), subject: 'other' }, ofBudget('drift')];
    expect(await end({ findings: others })).not.toContain(over);
  });

  it('of a failed run is over with one that succeeds, and not with one that was refused', async () => {
    const { end } = organization();
    const failed = 'run-failed ';
    expect(await end(null, { outcome: 'failed', error: 'StoreDamaged', cause: 'It is not JSON.' })).toEqual([failed]);
    expect(await end(null, { outcome: 'refused', error: 'LeaseHeld', cause: '' })).toEqual([failed]);
    expect(await end(null, { outcome: 'failed', error: 'StoreDamaged', cause: 'Again.' })).toEqual([failed]);
    expect(await end({})).toEqual([]);
  });

  it('of a plan that waits is over with its approval, or with another plan of all projects', async () => {
    const { end } = organization();
    const waiting = async (digest: string) => end({ proposal: aPlan({ digest }) }, { outcome: 'needs-approval' });
    const pending = 'plan-needs-approval d1';
    expect(await waiting('d1')).toEqual([pending]);
    expect(await end({ digest: 'd2' }, {}, { projects: [{ name: 'shop', tags: {} }] })).toEqual([pending]);
    expect(await end(null, {}, { approvedDigest: 'd1' })).toEqual([pending]);
    expect(await end({ digest: 'd2' }, {}, { projects: [], approvedDigest: 'd1' })).toEqual([]);
    expect(await waiting('d1')).toEqual([pending]);
    const unread = [{ project: 'shop', error: 'PlatformUnavailable', message: '' }];
    expect(await end({ digest: 'd2' }, { unread })).toEqual([]);
  });
});

describe('the notices of a run', () => {
  const published = async (store: ReturnType<typeof createMemoryStore>) =>
    (
      await readObject<{ events: readonly { event: { type: string; detail: Record<string, unknown> } }[] }>(
        store,
        keys.outbox,
      )
    )?.events.map(({ event }) => event);

  it('go to the owner of the service by its tags, or of its project', async () => {
    const { store, end } = organization();
    const services = [aService({ name: 'orders', tags: { owner: 'ann' } }), aService({ name: 'users' })];
    const record = { organization: 'org', runId: 'r', readAt: endedAt, tags: {}, services, endpoints: [] };
    await writeObject(store, keys.reading('shop'), { ...record, announced: [] });
    await end({ findings: [full('orders'), full('users'), full('gone', { project: 'elsewhere' })] });
    const owners = (await published(store))?.flatMap(({ type, detail }) => (type === 'Notice' ? [detail.owner] : []));
    expect(owners?.sort()).toEqual(['ann', 'owner of shop', 'unowned']);
  });

  it('say how a run failed, and how large a plan is that waits and where to approve it', async () => {
    const { store, end } = organization();
    await end(null, { outcome: 'failed', error: 'StoreDamaged', cause: 'It is not JSON.' });
    const failed =
      "StoreDamaged: It is not JSON. Nothing is enforced until a run succeeds; see 'headroom runbook run-failed'.";
    expect(JSON.stringify(await published(store))).toContain(`Run run-1 failed: ${failed}`);
    const proposal = aPlan({ digest: 'd1', violations: [{ message: 'Too many.' }] as unknown as Plan['violations'] });
    const trigger = { kind: 'manual' as const, by: 'headroom apply by ana, process 9395 on vm (dead8114 pid:[40])' };
    await end({ proposal, findings: [full('orders')] }, { outcome: 'needs-approval' }, { trigger });
    // Of a process only its machine says something to people.
    expect(JSON.stringify(await published(store))).toMatch(
      /\(headroom apply by ana on vm\) needs approval: Too many\. 1 disk has no room now\. Review it, .* digest d1\./,
    );
    await end({ proposal }, { outcome: 'needs-approval', endedAt: '2030-01-11T12:00:00.000Z' });
    expect(JSON.stringify(await published(store))).toContain('Too many. It has waited for 10 days. Review it');
    const { open } = await readFindingLog(store);
    expect(open.at(-1)?.details.size).toMatch(/^0 services/);
  });

  const policy = enableAll(100, 'notify:\n  - { channel: storage, match: { urgent: true } }\n');
  const waiting = async (store: ReturnType<typeof createMemoryStore>) => (await store.list(keys.deliveries)).length;

  it('have the failure of a run that had sent messages before it failed', async () => {
    const { store, end } = organization();
    await end({ findings: [full('orders')] }, {}, { policy });
    const failure = {
      runId: 'run-1',
      outcome: 'failed',
      error: 'States.Timeout',
      cause: 'The report took too long.',
    } as const;
    await end({ findings: [full('orders')] }, failure, { policy });
    const sent = await readMessages<Delivery>(store, keys.deliveries);
    expect(sent.flatMap(({ message }) => message.items.map(({ title }) => title)).sort()).toEqual([
      'run failed',
      'shop/orders: disk full',
    ]);
  });

  it('go to the channels of its policy, and of the last one that could be read where a run fails without a plan', async () => {
    const { store, end } = organization();
    await end({ findings: [full('orders')] }, {}, { policy });
    expect(await waiting(store)).toBe(1);
    await end(null, { outcome: 'failed', error: 'PolicyInvalid', cause: '' }, { policy: 'nonsense' });
    expect(await waiting(store)).toBe(2);
    await end({ findings: [full('orders'), full('users')] }, {}, { policy: 'of another version' });
    // One of them is the end of the failure, which only pagers get.
    expect(await waiting(store)).toBe(4);
    await end({ findings: [full('carts')] }, {}, { policy: enableAll(100) });
    expect(await waiting(store)).toBe(4);
    expect((await readFindingLog(store)).routes).toBeUndefined();
  });

  it('notify a channel that the policy did not have before of what is still open, once', async () => {
    const { store, end } = organization();
    const titles = async () => {
      const messages = await readMessages<Delivery>(store, keys.deliveries);
      for (const { id } of messages) await store.delete(keys.delivery(id));
      return messages.map(({ channel, message: { urgent, items } }) => [
        channel,
        urgent,
        items.map(({ title }) => title),
      ]);
    };
    const findings = [full('orders'), full('users'), full('orders', { code: 'bad-tag', subject: 'x' })];
    const all = enableAll(100, 'notify:\n  - { channel: team, match: { owner: "*" } }\n');
    await end({ findings }, {}, { policy: enableAll(100) });
    await writeObject(store, keys.findingLog, { ...(await readFindingLog(store)), news: [] });
    await end({ findings }, {}, { policy: enableAll(100) });
    expect(await titles()).toEqual([]);
    await end({ findings }, {}, { policy: all });
    expect(await titles()).toEqual([
      ['team', false, ['shop/orders: bad tag']],
      ['team', true, ['shop/orders: disk full', 'shop/users: disk full']],
    ]);
    await end({ findings }, {}, { policy: all });
    expect(await titles()).toEqual([]);
    const wider = enableAll(100, 'notify:\n  - { channel: team, match: { service: users } }\n');
    await end({ findings }, {}, { policy: wider });
    await end({ findings }, {}, { policy: all });
    expect(await titles()).toEqual([
      ['team', false, ['shop/orders: bad tag']],
      ['team', true, ['shop/orders: disk full']],
    ]);
  });

  it('are remembered in an object that is not written again where nothing changes', async () => {
    const { store, end } = organization();
    await end({ findings: [full('orders')] });
    const before = (await store.get(keys.reported))?.version;
    let puts = 0;
    const put = store.put;
    store.put = async (key, ...rest) => {
      if (key === keys.reported) puts += 1;
      return put(key, ...rest);
    };
    await end({ findings: [full('orders')] });
    expect([puts, (await store.get(keys.reported))?.version]).toEqual([0, before]);
  });
});
