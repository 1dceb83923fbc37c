import { describe, expect, it } from 'vitest';
import { ask } from '../../functions/ask.ts';
import { OutOfTime, PlatformForbidden, PlatformUnauthorized, PlatformUnavailable } from '../../lib/contract/errors.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import type { Platform, PlatformPorts } from '../../lib/ports.ts';
import { openLookups } from '../../lib/run/lookup/run-lookups.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { startHeadroom } from '../workflow/local-headroom.ts';
import { organizationOf, pg } from '../workflow/scenarios.ts';
import { policy, shared } from '../workflow/shared-budget.ts';

const runId = 'run-1';
const plans = ['startup-4', 'business-4', 'premium-4'];

/** Three services of three plans under one budget: three questions about sizes, three about prices. */
const threePlans = {
  ...organizationOf([{ name: 'a', services: plans.map((plan) => ({ ...pg(plan), plan })) }]),
  plans: plans.map((name) => ({ type: 'pg', name, diskGb: 80, capGb: 400, stepGb: 10 })),
  prices: plans.map((plan) => ({
    type: 'pg',
    plan,
    cloud: 'aws-eu-west-1',
    base: '0.10',
    additionalGb: '0.0005',
  })),
};
const questions = 2 * plans.length;
/** Each disk is measured for the first time, with two calls. */
const disks = plans.length;
const all = questions + disks;

/** A run whose plan has posed its first questions. */
const asking = async (scenario = threePlans) => {
  const headroom = await startHeadroom(scenario, policy('1000.00'));
  const tasks = taskHandlers(headroom.ports);
  const { projects } = await tasks.discover({ runId, request: { trigger: { kind: 'manual', by: 'a person' } } });
  for (const batch of projects) await tasks.survey({ runId, projects: batch });
  const planned = await headroom.counted(() => tasks.plan({ runId, order: 'survey' }));
  /** Plans and asks in turns until there is a plan, as the definition does. */
  const verdict = async (ports: PlatformPorts): Promise<string> => {
    for (;;) {
      const next = await tasks.plan({ runId });
      if (next.verdict !== 'ask') return next.verdict;
      await ask(ports)({ runId });
    }
  };
  return { ...headroom, tasks, planned, verdict };
};

type Asks = 'planSpecification' | 'additionalGbPrice';

/** A platform on which every question meets this first. */
const meeting = (ports: PlatformPorts, meet: () => void): PlatformPorts => {
  const { platform } = ports;
  const after =
    <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      meet();
      return call(...given);
    };
  const met: Pick<Platform, Asks> = {
    planSpecification: after(platform.planSpecification),
    additionalGbPrice: after(platform.additionalGbPrice),
  };
  return { ...ports, platform: { ...platform, ...met } };
};

const call = { method: 'GET', path: '/v1' };

describe('a plan', () => {
  it('asks the platform nothing: it names what it does not know, and is made once that is found out', async () => {
    const { tasks, planned, counted } = await asking();
    expect(planned).toMatchObject({ result: { verdict: 'ask', order: 'survey' }, reads: 0, writes: 0 });
    const found = await counted(() => tasks.ask({ runId }));
    expect(found).toMatchObject({ result: { asked: all, unanswered: 0 }, reads: all + disks, writes: 0 });
    const whole = await counted(() => tasks.plan({ runId }));
    expect(whole).toMatchObject({ result: { verdict: 'apply' }, reads: 0, writes: 0 });
  });

  it('needs no answer a second time while it is fresh', async () => {
    const { tasks, reconcile } = await asking();
    await tasks.ask({ runId });
    expect((await reconcile({ runId: 'run-2' })).outcome).toBe('applied');
    expect(await tasks.ask({ runId: 'run-2' })).toEqual({ asked: 0, unanswered: 0 });
  });
});

describe('asking the platform', () => {
  it('goes on where it ended when its time was over, at the moment that it named', async () => {
    const { ports, counted } = await asking();
    let remaining = 2;
    const short = meeting(ports, () => {
      if (remaining === 0) throw new OutOfTime('no time', '2026-03-02T08:14:00.100Z');
      remaining -= 1;
    });
    expect(await ask(short)({ runId })).toEqual({ asked: 2, unanswered: 0, again: { at: '2026-03-02T08:14:01.000Z' } });
    const rest = await counted(() => ask(ports)({ runId }));
    expect(rest).toMatchObject({ result: { asked: all - 2, unanswered: 0 }, reads: all + disks - 2 });
  });

  it('ends without the rest where that would come hours later: the plan does without it', async () => {
    const { ports, verdict, store } = await asking();
    const late = meeting(ports, () => {
      throw new OutOfTime('no time', '2026-03-02T12:00:01.000Z');
    });
    expect(await ask(late)({ runId })).toEqual({ asked: 0, unanswered: all });
    expect(await openLookups(store, runId)).toEqual([]);
    expect(await verdict(late)).toBe('nothing');
  });

  it('takes a refusal as the answer of this run, so that no question goes round in circles', async () => {
    const { ports, tasks, verdict, reconcile } = await asking();
    let met = 0;
    const refusing = meeting(ports, () => {
      met += 1;
      throw new PlatformForbidden('no', call);
    });
    expect(await ask(refusing)({ runId })).toEqual({ asked: all, unanswered: questions });
    expect(await verdict(refusing)).toBe('nothing');
    expect(met).toBe(questions);
    await tasks.report({ runId });
    expect((await reconcile({ runId: 'run-2', ports: refusing })).outcome).toBe('nothing');
    expect(met).toBe(2 * questions);
  });

  it('counts a platform that is silent three times as away, and leaves the rest to the next run', async () => {
    const { ports, verdict } = await asking();
    let met = 0;
    const away = meeting(ports, () => {
      met += 1;
      throw new PlatformUnavailable('away', call);
    });
    expect(await ask(away)({ runId })).toEqual({ asked: all, unanswered: all });
    expect(met).toBe(3);
    expect(await verdict(away)).toBe('nothing');
  });

  it('does not count single failures as that', async () => {
    const { ports } = await asking();
    let met = 0;
    const shaky = meeting(ports, () => {
      met += 1;
      if (met % 3 !== 0) throw new PlatformUnavailable('away', call);
    });
    expect(await ask(shaky)({ runId })).toEqual({ asked: all, unanswered: 4 });
    expect(met).toBe(questions);
  });

  it('fails where the platform rejects the token, because no other question would fare better', async () => {
    const { ports } = await asking();
    const rejecting = meeting(ports, () => {
      throw new PlatformUnauthorized('token', call);
    });
    await expect(ask(rejecting)({ runId })).rejects.toThrow(PlatformUnauthorized);
  });

  it('asks nothing twice when it dies before it notes what it asked', async () => {
    const { ports, store, counted } = await asking();
    const put: typeof store.put = async (key, ...rest) => {
      if (key === keys.questions(runId)) throw new Error('killed');
      return store.put(key, ...rest);
    };
    await expect(ask({ ...ports, store: { ...store, put } })({ runId })).rejects.toThrow('killed');
    const repeated = await counted(() => ask(ports)({ runId }));
    expect(repeated).toMatchObject({ result: { asked: all, unanswered: 0 }, reads: 0 });
  });

  it('lets other runs decide meanwhile', async () => {
    const { tasks, reconcile, platform } = await asking(shared as typeof threePlans);
    expect((await reconcile({ runId: 'run-2' })).outcome).toBe('applied');
    const granted = platform.state().projects;
    await tasks.ask({ runId });
    const planned = await tasks.plan({ runId, order: 'survey' });
    expect(planned).toMatchObject({ verdict: 'again', projects: [[0, 1], [2]] });
    for (const batch of planned.projects ?? []) await tasks.survey({ runId, projects: batch });
    expect(await tasks.plan({ runId })).toMatchObject({ verdict: 'nothing' });
    expect(platform.state().projects).toEqual(granted);
  });
});
