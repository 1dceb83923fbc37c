import { describe, expect, it } from 'vitest';
import { dailyPass } from '../../../lib/contract/run-request.ts';
import type { Service } from '../../../lib/core/model/model.ts';
import type { Policy } from '../../../lib/core/model/policy-document.ts';
import { doneLookups } from '../../../lib/run/lookup/run-lookups.ts';
import { decide, readPlanFacts } from '../../../lib/run/plan/decide.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import type { RunObject } from '../../../lib/run/store/run-objects.ts';
import { integrationWith } from '../../core/one-service.ts';
import { anEndpoint, aPolicy, aService } from '../../core/organization.ts';
import { aRun } from '../stored.ts';

const startedAt = '2030-06-15T12:00:00.000Z';
const nowMs = Date.parse(startedAt);
const gb = 1024;

/** A store in which a run has read the services of these projects, and its ports. */
const surveyed = async (projects: Readonly<Record<string, readonly Service[]>>, given: Partial<RunObject> = {}) => {
  const store = createMemoryStore();
  const listed = Object.keys(projects);
  const run = aRun({ startedAt, projects: listed.map((name) => ({ name, tags: {} })), listed, ...given });
  for (const [name, services] of Object.entries(projects)) {
    const endpoints = services.map((service) =>
      anEndpoint({ id: `e-${service.name}`, name: `headroom-${service.name}` }),
    );
    const reading = { organization: 'org', runId: run.runId, readAt: startedAt, tags: {}, services, endpoints };
    await writeObject(store, keys.reading(name), { ...reading, announced: services.map((service) => service.name) });
  }
  const platform = { organization: 'org', maximumKind: 'additional' } as const;
  return { run, ports: { store, clock: { now: () => nowMs }, platform } };
};

type Surveyed = Awaited<ReturnType<typeof surveyed>>;

const nothingAsked = doneLookups({ runId: 'run-1', refreshes: true }, { rounds: 0, lookups: [] });

const decided = async ({ run, ports }: Surveyed, policy: Policy = aPolicy(), asked = nothingAsked) =>
  decide(ports, policy, await readPlanFacts(ports, run), asked);

const knowsSize = async ({ ports: { store } }: Surveyed) =>
  writeObject(store, keys.planDisk('pg', 'startup-4'), {
    askedAt: startedAt,
    answer: { diskMb: 80 * gb, capMb: 400 * gb },
  });

const attached = (name: string, diskMb: number | null) =>
  aService({ name, diskMb, integrations: [integrationWith(`e-${name}`)] });

const measured = (lookups: Awaited<ReturnType<typeof decided>>['lookups']) =>
  lookups.flatMap((lookup) => (lookup.kind === 'usage' ? [lookup.service] : []));

describe('what a run decides by its store', () => {
  it('has lookups instead of a whole plan until the store knows the sizes of the plans', async () => {
    const survey = await surveyed({ shop: [attached('orders', 80 * gb), attached('users', 80 * gb)] });
    const { lookups } = await decided(survey);
    expect(lookups).toEqual([{ kind: 'plan-disk', project: 'shop', serviceType: 'pg', plan: 'startup-4' }]);
    await knowsSize(survey);
    expect((await decided(survey)).lookups.map(({ kind }) => kind)).toEqual(['usage', 'usage']);
  });

  it('is not written up while a lookup is open, and once when it is read twice', async () => {
    const survey = await surveyed({ shop: [aService()] });
    const facts = await readPlanFacts(survey.ports, survey.run);
    let digests = 0;
    const hash = (text: string) => {
      digests += 1;
      return facts.hash(text);
    };
    const decideNow = () => decide(survey.ports, aPolicy(), { ...facts, hash }, nothingAsked);
    await decideNow();
    await knowsSize(survey);
    const { finish } = await decideNow();
    expect(digests).toBe(0);
    expect([(await finish()).plan.summary.enable, (await finish()).plan.summary.enable, digests]).toEqual([1, 1, 1]);
  });

  it('plans for every project that was read, and calls the others unread', async () => {
    const survey = await surveyed({ shop: [aService()], crm: [aService({ name: 'users' })] });
    await survey.ports.store.delete(keys.projectRecord('crm'));
    await knowsSize(survey);
    const { finish, bands } = await decided(survey);
    const { plan } = await finish();
    expect(plan.changes.map(({ project, service }) => [project, service])).toEqual([['shop', 'orders']]);
    expect(plan.findings.map(({ code, project }) => [code, project])).toContainEqual(['project-unread', 'crm']);
    expect(bands).toBeDefined();
  });

  it('is a part where the run did not read all that is listed: its bands are those of the last whole plan', async () => {
    const survey = await surveyed({ shop: [aService()] }, { listed: ['shop', 'crm'] });
    await knowsSize(survey);
    const facts = await readPlanFacts(survey.ports, survey.run);
    expect(facts.isWhole).toBe(false);
    expect((await decided(survey)).bands).toBeUndefined();
  });

  it('remembers what other projects of its budgets had at their last reading', async () => {
    const survey = await surveyed({ shop: [aService()], crm: [aService({ name: 'users' })] });
    const run = { ...survey.run, projects: [{ name: 'shop', tags: {} }], sharing: ['crm', 'new'] };
    const facts = await readPlanFacts(survey.ports, run);
    expect(facts.snapshots.map(({ project }) => project)).toEqual(['shop']);
    expect(facts.remembered).toMatchObject([{ project: 'crm', standing: 'sharing', services: [{ name: 'users' }] }]);
    expect(facts.unread).toMatchObject([{ project: 'new', error: 'NotReadYet', isOutside: true }]);
    expect([...facts.growth.keys()].sort()).toEqual(['crm', 'new', 'shop']);
  });
});

describe('the disks that a run measures', () => {
  const pass = { trigger: { kind: 'schedule', by: dailyPass } } as const;

  it('are those that are due, the nearest to their maximum first; in the run of an event and in a look none', async () => {
    const services = [attached('far', 80 * gb), attached('near', 175 * gb), attached('unknown', null)];
    const survey = await surveyed({ shop: services }, pass);
    await knowsSize(survey);
    expect(measured((await decided(survey)).lookups)).toEqual(['near', 'far']);
    const hourly = { ...survey, run: aRun({ ...survey.run, trigger: { kind: 'schedule', by: 'hourly pass' } }) };
    expect(measured((await decided(hourly)).lookups)).toEqual(['near', 'far']);
    const event = { ...survey, run: aRun({ ...survey.run, trigger: { kind: 'event', by: 'an event' } }) };
    const ofEvent = (await decided(event)).lookups;
    expect(new Set(measured(ofEvent)).size).toBeLessThanOrEqual(2);
    const look = { ...survey, run: { ...hourly.run, readOnly: true } };
    expect(measured((await decided(look)).lookups)).toEqual([]);
  });

  it('are not asked for again by the run that has asked, and are 400 for each run', async () => {
    const names = Array.from({ length: 450 }, (_, n) => `s${String(n).padStart(3, '0')}`);
    const survey = await surveyed({ shop: names.map((name) => attached(name, 90 * gb)) }, pass);
    await knowsSize(survey);
    const { lookups } = await decided(survey);
    expect(measured(lookups)).toEqual(names.slice(0, 400));
    const some = lookups.slice(0, 395);
    const asked = doneLookups({ runId: 'run-1', refreshes: true }, { rounds: 1, lookups: some });
    expect(measured((await decided(survey, aPolicy(), asked)).lookups)).toEqual(names.slice(395, 400));
  });

  it('are, in every run that applies the policy, those of a budget without money', async () => {
    const services = [aService({ name: 'orders' }), aService({ name: 'users' })];
    const of = async (given: Partial<RunObject>) => {
      const survey = await surveyed({ shop: services }, given);
      await knowsSize(survey);
      const noPrice = { askedAt: startedAt, answer: null };
      await writeObject(survey.ports.store, keys.price('pg', 'startup-4', 'aws-eu-west-1'), noPrice);
      const basis = 'run-rate' as const;
      const budget = {
        name: 'all',
        match: { project: ['*'] },
        monthly: '0.01',
        basis,
        rest: 'keep' as const,
        deadBandGb: 0,
        warnPercent: 0,
      };
      return measured((await decided(survey, aPolicy({ budgets: [budget] }))).lookups);
    };
    expect(await of({})).toEqual(['orders', 'users']);
    expect(await of({ readOnly: true })).toEqual([]);
    expect(await of({ adopt: [{ project: 'shop', service: 'none' }] })).toEqual([]);
  });
});
