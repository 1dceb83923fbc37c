import { beforeAll, describe, expect, it } from 'vitest';
import { taskHandlers } from '../../../lib/local/task-handlers.ts';
import { runWorkflow } from '../../../lib/local/workflow.ts';
import type { Platform } from '../../../lib/ports.ts';
import { readReport } from '../../../lib/run/publish/reports.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { definitions } from '../../../lib/workflow/definitions.ts';
import { noWaits } from '../../workflow/local-headroom.ts';
import { listedService, manyProjects } from '../../workflow/many-projects.ts';

const projects = 5_000;
const writes = /^(create|update|delete)/;

/** All projects share one budget, and every service but those called `new` has its autoscaler from the beginning. */
const policy = `
version: 1
mode: enforce
rules:
  - { name: selected, match: { service: [high, late] }, effect: enable, maxAdditionalGb: 400 }
budgets:
  - { name: everything, match: { project: '*' }, monthly: "9000000.00", rest: share }
prices: { default: "0.15" }
guardrails: { maxChanges: 100000, maxChangePercent: 100, maxAddedGb: 100000000, needApproval: [], firstRun: apply }
`;

/** Calls of the platform, each with the project that it is about, if any. */
const counting = (platform: Platform, calls: (readonly [call: string, project: unknown])[]): Platform =>
  Object.fromEntries(
    Object.entries(platform).map(([name, value]) => [
      name,
      typeof value !== 'function' || name === 'lastAnswerAt'
        ? value
        : (...given: unknown[]) => {
            calls.push([name, given[0]]);
            const answer = (value as (...given: unknown[]) => unknown)(...given);
            // A client reads each answer into objects of its own.
            return answer instanceof Promise ? answer.then((read) => structuredClone(read)) : answer;
          },
    ]),
  ) as unknown as Platform;

const organization = () => {
  const platform: Platform = {
    ...manyProjects(projects, true),
    planSpecification: async () => ({ diskMb: 80 * 1024, capMb: 800 * 1024 }),
    additionalGbPrice: async () => '0.0005',
  };
  const calls: (readonly [call: string, project: unknown])[] = [];
  const store = createMemoryStore();
  let nowMs = Date.parse('2026-03-02T08:00:00Z');
  let runs = 0;
  const handlers = taskHandlers({
    platform: counting(platform, calls),
    store,
    bus: { publish: async () => undefined },
    clock: { now: () => nowMs },
  });
  return {
    put: (policy: string) => store.put(keys.policy, policy),
    wait: (minutes: number) => {
      nowMs += minutes * 60_000;
    },
    create: async (project: string, service: string) =>
      void (await platform.listServices(project)).push(listedService(service)),
    /** Runs the definition. `beforePlan` happens between the readings and the plan. */
    run: async (input: unknown, beforePlan = () => {}) => {
      runs += 1;
      calls.length = 0;
      const runId = `run-${runs}`;
      const waiting = {
        ...handlers,
        plan: async (given: never) => {
          beforePlan();
          return handlers.plan(given);
        },
      };
      await runWorkflow(definitions.reconcile, input, {
        runId,
        handlers: waiting as typeof handlers,
        waits: { Settle: 0 },
        retries: noWaits,
      });
      const report = await readReport(store, runId);
      const done = [...calls];
      const made = (project?: string) => {
        const counted = done.filter(([, of]) => project === undefined || of === project);
        const written = counted.filter(([call]) => writes.test(call)).length;
        return { reads: counted.length - written, writes: written };
      };
      return { outcome: report?.outcome, plan: report?.plan, made };
    },
  };
};

const measures = 10;
const pass = { trigger: { kind: 'schedule', by: 'hourly pass' }, readOnly: false, measures };
/** Of each disk whose measurement is due: its use now, and the past year the first time. */
const measuring = 2 * measures;
/** Before a grant, services and endpoints of the 50 projects in which most of the budget is in force. */
const moneyReads = 2 * 50;
const created = (project: string) => ({ 'detail-type': 'ServiceCreated', detail: { project, service: 'late' } });

describe(`an organization of ${projects} projects that share a budget`, () => {
  const fleet = organization();
  beforeAll(() => fleet.put(policy));

  it('serves an event before the first pass without reading them all: the budget grants nothing yet, and says why', async () => {
    const { outcome, made, plan } = await fleet.run([created('project-0')]);
    // The list, three reads of the project, and the questions for the size and the price of its plan.
    expect([outcome, made()]).toEqual(['nothing', { reads: 1 + 3 + 2, writes: 0 }]);
    expect(plan?.findings.map(({ code }) => code)).toEqual(['budget-incomplete']);
  });

  it('costs 1 + 3P calls, those that measure disks for the first time, and no write where nothing is to do', async () => {
    const { outcome, made } = await fleet.run(pass);
    expect([outcome, made()]).toEqual(['nothing', { reads: 1 + 3 * projects + measuring, writes: 0 }]);
  });

  it('serves an event with its own project: the list, three reads, one to confirm, two writes, and two reads of 50 projects for the money', async () => {
    await fleet.create('project-7', 'late');
    const { outcome, made, plan } = await fleet.run([created('project-7')]);
    expect([outcome, made()]).toEqual(['applied', { reads: 1 + 3 + 1 + moneyReads, writes: 2 }]);
    expect(plan?.budgets[0]?.services).toBe(2 * projects + 1);
  });

  it('enables a service in a pass with two writes, and one read besides the three of its project', async () => {
    fleet.wait(60);
    await fleet.create('project-1', 'late');
    const { outcome, made } = await fleet.run({ ...pass, reads: 20, everyMinutes: 60 });
    expect(outcome).toBe('applied');
    expect(made('project-1')).toEqual({ reads: 3 + 1 + 2, writes: 2 });
    // The new service has no history yet: it takes a turn, and its first measurement comes with a later run.
    expect(made()).toEqual({ reads: 1 + 3 * 20 + 1 + moneyReads + measuring - 2, writes: 2 });
  });

  it('reads the project of an event once more before it writes there if its run waited for the lease meanwhile', async () => {
    await fleet.create('project-8', 'late');
    const { outcome, made } = await fleet.run([created('project-8')], () => fleet.wait(2));
    expect([outcome, made()]).toEqual(['applied', { reads: 1 + 3 + 2 + 1 + moneyReads, writes: 2 }]);
  });
});
