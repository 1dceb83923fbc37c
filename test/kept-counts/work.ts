import { priceKeyText } from '../../lib/core/budget/service-price.ts';
import { makeForecasts } from '../../lib/core/forecast/forecasts.ts';
import { dayOf, type ProjectHistory } from '../../lib/core/forecast/project-history.ts';
import { makePlan } from '../../lib/core/plan/plan.ts';
import type { PlanResult } from '../../lib/core/plan/plan-input.ts';
import { planJson, storedPlanJson } from '../../lib/core/plan/plan-json.ts';
import { aPolicy, aService, aSnapshot, enableAll, planDiskMb, planInput, today } from '../core/organization.ts';
import { platformPrices } from '../core/platform-prices.ts';
import { pagesOf } from '../dashboard/http/pages-of.ts';
import { largeReport, largeStore } from '../dashboard/large-store.ts';
import { callsDuring } from './calls.ts';
import type { Counts } from './counts.ts';

const askedOnce = async (services: number) => {
  const { page } = pagesOf(await largeStore(largeReport(services)));
  const ask = () => page('/');
  const [first, later] = [await callsDuring(ask), await callsDuring(ask)];
  return [first.within('lib'), later.within('lib')] as const;
};

/** The lesser of two counts: what else the process still ends meanwhile only adds to one. */
const asked = async (services: number) => {
  const [one, other] = [await askedOnce(services), await askedOnce(services)];
  return [Math.min(one[0], other[0]), Math.min(one[1], other[1])] as const;
};

const [fewer, more] = [250, 500];

/** Calls that the first page makes for each further service, for the first reader of a report and for the next one. */
export const pageCounts = async (): Promise<Counts> => {
  const [firstOfFew, laterOfFew] = await asked(fewer);
  const [first, later] = await asked(more);
  const each = (calls: number) => Math.round(calls / (more - fewer));
  return {
    'first page, new report: calls a service': each(first - firstOfFew),
    'first page, known report: calls a service': each(later - laterOfFew),
  };
};

const days = 40;
const projects = 20;
const servicesOfProject = 10;
const lastDay = dayOf(Date.parse(today));

const historyOf = (place: number): ProjectHistory => ({
  days: Array.from({ length: days }, (_, at) => lastDay - days + 1 + at),
  services: Array.from({ length: servicesOfProject }, (_, at) => ({
    name: `service-${at}`,
    lastDay,
    provisioned: [[lastDay - days + 1, 80 * 1024]],
    used: Array.from({ length: days }, (_, day) => [lastDay - days + 1 + day, 20_000 + day * 50 * ((place + at) % 7)]),
    measuredDay: lastDay,
  })),
});

/** An organization whose services all get an autoscaler, in a budget, by forecasts of measured disks. */
const measured = () => {
  const names = Array.from({ length: projects }, (_, at) => `project-${at}`);
  const services = Array.from({ length: servicesOfProject }, (_, at) => aService({ name: `service-${at}` }));
  const forecast = { horizonDays: 30, confidence: 90, atLeastGb: 10, ceilingGb: 200, onRunaway: 'raise' } as const;
  const budget = { name: 'all', match: { project: ['*'] }, monthly: '100000.00', basis: 'run-rate' } as const;
  const forecasts = makeForecasts({
    histories: new Map(names.map((name, place) => [name, historyOf(place)])),
    services: names.flatMap((project) =>
      services.map(({ name, type, plan, diskMb }) => ({ project, name, type, plan, diskMb })),
    ),
    planDiskMb,
    today: lastDay,
  });
  const policy = aPolicy({
    rules: [{ ...enableAll(200), forecast }],
    budgets: [{ ...budget, rest: 'keep', deadBandGb: 0, warnPercent: 90 }],
  });
  const prices = platformPrices([
    [priceKeyText({ serviceType: 'pg', plan: 'startup-4', cloud: 'aws-eu-west-1' }), null],
  ]);
  return planInput(
    names.map((project) => aSnapshot({ project, services })),
    { policy, forecasts, prices },
  );
};

/** What a plan judges by growth and limits, and how often; more often than once is a choice, and twice as often a loss. */
const judging = [
  ['lib/core/forecast/growth.ts', 'growthOf'],
  ['lib/core/forecast/forecasts.ts', 'expect'],
  ['lib/core/forecast/forecasts.ts', 'limitOf'],
  ['lib/core/service/disk-limit.ts', 'diskLimit'],
  ['lib/core/disk/disk-state.ts', 'diskStateOf'],
  ['lib/core/policy/eligibility.ts', 'neverEligible'],
] as const;

/** Calls for each service of a plan by forecasts and a budget, and for each change of that plan in JSON and in the store. */
export const planCounts = async (): Promise<Counts> => {
  const services = projects * servicesOfProject;
  const each = (calls: number) => Math.round((calls / services) * 10) / 10;
  let result: PlanResult | undefined;
  const planning = await callsDuring(async () => {
    result = makePlan(measured());
  });
  const { plan } = result ?? makePlan(measured());
  if (plan.summary.enable !== services) throw new Error(`planned ${plan.summary.enable} of ${services} services`);
  const storing = await callsDuring(async () => storedPlanJson(plan));
  const printing = await callsDuring(async () => planJson(plan));
  const change = 'lib/core/change/change-json.ts';
  return {
    ...Object.fromEntries(
      judging.map(([file, name]) => [`plan: calls of ${name} a service`, each(planning.of(file, name))]),
    ),
    'plan: calls a service': Math.round(each(planning.within('lib'))),
    'plan in the store: calls of changeWith a service': each(storing.of(change, 'changeWith')),
    'plan in the store: calls a service': Math.round(each(storing.within('lib'))),
    'plan in JSON: calls of changeWith a service': each(printing.of(change, 'changeWith')),
    'plan in JSON: calls a service': Math.round(each(printing.within('lib'))),
  };
};
