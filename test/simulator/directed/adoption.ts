import { hourMs } from '../../../lib/core/model/durations.ts';
import { lawsUnderFaults } from '../laws/all.ts';
import { costNanos } from '../laws/budgets.ts';
import { earlier, type Law, nameOf, type WriteSeen } from '../laws/law.ts';
import { neverBelowProvisioned } from '../laws/maximums.ts';
import { onlyOurs } from '../laws/scope.ts';
import type { Interference } from '../life.ts';
import { policyText, type SimulatedPolicy } from '../organization/policy.ts';
import type { ServiceTruth } from '../surroundings/truth.ts';
import { enforced, life, many, pg, rule, type ScenarioProject, type ScenarioService, withProjects } from './parts.ts';

/** People make autoscalers by hand, and the policy adopts them. */

const startTime = '2026-03-02T08:00:00Z';
/** A GB costs 0.14965 a month: 6 services may have 60 GB each. */
const budget = { name: 'storage', projects: ['p0-prod'], monthly: 54 };

const adopting = (version: number): SimulatedPolicy =>
  enforced([rule({ name: 'all', types: ['pg'], maxAdditionalGb: 80 - 20 * (version % 2) })], [budget]);

const documentOf = (policy: SimulatedPolicy): string =>
  JSON.stringify({ ...JSON.parse(policyText(policy)), foreign: 'adopt' });

/** Services with autoscalers that people made: each its own endpoint, two that share one, and one that policy leaves alone. */
const byHand = (): ScenarioProject => {
  const left: ScenarioService = { name: 'left', type: 'mysql', plan: 'startup-4', cloud: 'cloud-a', usedGb: 40 };
  const alone = many(3, (n) => ({ growthGbPerDay: 3 * n }));
  return {
    name: 'p0-prod',
    services: [...alone, pg('twin-a'), pg('twin-b'), left],
    endpoints: [...alone.map(({ name }) => `hand-${name}`), 'hand-shared', 'hand-left'].map((name) => ({
      name,
      maxAdditionalGb: 40,
    })),
    integrations: [
      ...alone.map(({ name }) => ({ service: name, endpoint: `hand-${name}` })),
      { service: 'twin-a', endpoint: 'hand-shared' },
      { service: 'twin-b', endpoint: 'hand-shared' },
      { service: 'left', endpoint: 'hand-left' },
    ],
  };
};

/** A person sets the maximum of the first endpoint anew every few hours, as a disk grows or in the middle of a run. */
const personEdits: Interference = ({ method, path }, edge) => {
  if (method !== 'GET' || !path.includes('/project/p0-prod/integration_endpoint')) return undefined;
  const hours = Math.floor((edge.clock.nowMs() - Date.parse(startTime)) / hourMs);
  const endpoint = [...(edge.state.projects.get('p0-prod')?.endpoints.values() ?? [])].find(
    ({ name }) => name === 'hand-s0',
  );
  if (endpoint !== undefined && hours % 16 === 8) {
    endpoint.userConfig = { autoscaler: { max_additional_storage: String(20 + hours) } };
  }
  return undefined;
};

const held = ({ ours, others }: ServiceTruth) => [...ours, ...others];

const staysProtected: Law = {
  name: 'no write leaves a service without the autoscaler that it had',
  source: 'spec.md §4',
  afterWrite: ({ before, after }) =>
    after
      .filter((service) => held(service).length < held(earlier(before, service) ?? service).length)
      .map((service) => `${nameOf(service)} lost its autoscaler`),
};

/** Services that used the endpoint of a write before it. */
const usersOf = ({ before, endpoint }: WriteSeen): ServiceTruth[] =>
  before.filter((service) => held(service).some(({ endpointId }) => endpointId === endpoint?.id));

const onlyAdopted: Law = {
  name: 'of endpoints made by hand only those of one service are changed, and policy enables it',
  source: 'design §12.5',
  afterWrite: (write) => {
    if (write.request.method === 'POST') return [`${write.request.path} makes something, and all have an autoscaler`];
    const users = usersOf(write);
    const [user] = users;
    return users.length === 1 && user?.service.type === 'pg'
      ? []
      : [`${write.request.method} of ${write.endpoint?.name}, which ${users.map(nameOf).join(' and ')} use`];
  },
};

/** The maximum of one service, by any autoscaler. */
const maximumOf = (service: ServiceTruth | undefined): number =>
  service === undefined ? 0 : Math.max(0, ...held(service).map(({ gb }) => gb));

const withinMoney: Law = {
  name: 'no raise of an adopted maximum takes the budget above its money',
  source: 'design §12.3',
  afterWrite: ({ before, after }) => {
    const raised = after.filter(
      (service) =>
        maximumOf(service) > maximumOf(earlier(before, service)) && maximumOf(service) > service.provisionedGb,
    );
    const cost = after.reduce((sum, service) => sum + costNanos(service, maximumOf(service)), 0n);
    return cost > BigInt(budget.monthly) * 1_000_000_000n
      ? raised.map((service) => `${nameOf(service)} was raised and the budget costs ${cost} nanos`)
      : [];
  },
};

const neverBelowDisk: Law = {
  name: 'no adopted maximum is set below what is provisioned',
  source: 'design §12.1',
  afterWrite: ({ before, after }) =>
    after
      .filter((service) => maximumOf(service) < maximumOf(earlier(before, service)))
      .filter((service) => maximumOf(service) < service.provisionedGb)
      .map((service) => `${nameOf(service)} has ${service.provisionedGb} GB and may have ${maximumOf(service)} GB`),
};

const others = [onlyOurs, neverBelowProvisioned];

const laws: readonly Law[] = [
  ...lawsUnderFaults.filter((law) => !others.includes(law)),
  staysProtected,
  onlyAdopted,
  withinMoney,
  neverBelowDisk,
];

export const adoption = [
  life('autoscalers made by hand are adopted while people edit them and runs die', (seed) => ({
    rates: { 'crash-before': 0.002, 'crash-after': 0.002, 'task-twice': 0.02 },
    weather: 'quiet',
    scenario: withProjects(seed, [byHand()], startTime),
    policyOf: (version) => adopting(version + 1),
    documentOf,
    policyEveryDay: true,
    interfere: personEdits,
    laws,
    passEveryHours: 4,
    days: 3,
  })),
];
