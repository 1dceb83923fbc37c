import { createHash } from 'node:crypto';
import type { Change } from '../../lib/core/change/change.ts';
import type { Endpoint, HeldMaximum, Service, Snapshot } from '../../lib/core/model/model.ts';
import type { Policy, Rule } from '../../lib/core/model/policy-document.ts';
import type { OptionChange, SearchConfiguration } from '../../lib/core/model/search-configuration.ts';
import { makePlan } from '../../lib/core/plan/plan.ts';
import type { PlanInput } from '../../lib/core/plan/plan-input.ts';
import type { Summary } from '../../lib/core/plan/plan-result.ts';

export const today = '2030-06-15';

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A running service of 80 GB without an autoscaler, but for what is given. */
export const aService = (given: Partial<Service> = {}): Service => ({
  name: 'orders',
  type: 'pg',
  plan: 'startup-4',
  cloud: 'aws-eu-west-1',
  state: 'RUNNING',
  diskMb: 80 * 1024,
  tags: {},
  integrations: [],
  ...given,
});

/** Own disk of the plan of `aService`. */
export const planDiskMb: PlanInput['planDiskMb'] = new Map([['pg/startup-4', 80 * 1024]]);

/** A maximum of additional storage, as an endpoint holds it. */
export const additional = (gb: number | null): HeldMaximum => ({ kind: 'additional', gb });

export const anEndpoint = (given: Partial<Endpoint> = {}): Endpoint => ({
  id: 'endpoint-1',
  name: 'headroom-orders',
  maximum: additional(100),
  ...given,
});

export const aSnapshot = (given: Partial<Snapshot> = {}): Snapshot => ({
  project: 'shop-prod',
  tags: {},
  services: [],
  endpoints: [],
  alerts: [],
  ...given,
});

export const enableAll = (maxAdditionalGb: number): Rule => ({
  name: 'everyone',
  match: { project: ['*'] },
  effect: 'enable',
  maxAdditionalGb,
});

/** Prices that say no more than this for every plan. */
export const pricedAt = (perGbMonth: string | null): Policy['prices'] => ({
  currency: 'USD',
  exchangeRate: '1',
  factor: '1',
  default: perGbMonth,
  table: [],
});

/** A policy that enforces and that no guardrail of holds back, but for what is given. */
export const aPolicy = (given: Partial<Policy> = {}): Policy => ({
  mode: 'enforce',
  tagPrefix: 'disk-autoscaler',
  ownerTag: 'owner',
  rules: [enableAll(100)],
  managedElsewhere: [],
  drift: 'repair',
  foreign: 'report',
  budgets: [],
  prices: pricedAt('0.15'),
  warnings: { urgentDays: 7 },
  guardrails: {
    maxChanges: 1e6,
    maxChangePercent: 100,
    maxAddedGb: 1e12,
    maxGrowthPercent: 100,
    maxAddedMonthly: '100000000000',
    needApproval: [],
    maxFailures: 1e6,
    firstRun: 'apply',
    approvalHours: 24,
  },
  searchConfiguration: [],
  ...given,
});

/** The summary of a plan that changes nothing, without prices, but for what is given. */
export const aSummary = (given: Partial<Summary> = {}): Summary => ({
  enable: 0,
  raise: 0,
  lower: 0,
  disable: 0,
  configure: 0,
  addedGb: 0,
  addedMonthly: null,
  loweredGb: 0,
  loweredMonthly: null,
  disabledGb: 0,
  disabledMonthly: null,
  removedGb: 0,
  removedMonthly: null,
  netGb: 0,
  netMonthly: null,
  ...given,
});

/** Input of a plan of these snapshots, with every size known that could be asked for. */
export const planInput = (snapshots: readonly Snapshot[], given: Partial<PlanInput> = {}): PlanInput => ({
  policy: aPolicy(),
  snapshots,
  unread: [],
  today,
  now: `${today}T12:00:00Z`,
  planDiskMb,
  hash,
  maximumKind: 'additional',
  restartingOptions: new Set(['engine.reindex_remote_whitelist']),
  lastingOptions: new Set(['engine.cluster_max_shards_per_node']),
  isFirstRun: false,
  ...given,
});

/** A plan of these snapshots, with everything known that could be asked. */
export const planOf = (snapshots: readonly Snapshot[], given: Partial<PlanInput> = {}) =>
  makePlan(planInput(snapshots, given));

/** The configuration with one option set or, for null, taken away. */
const withOption = (whole: SearchConfiguration, { path, from, to }: OptionChange): SearchConfiguration => {
  const [first = '', ...rest] = path.split('.');
  const { [first]: held, ...others } = whole;
  if (rest.length === 0) return to === null ? others : { ...others, [first]: to };
  const inner = withOption((held ?? {}) as SearchConfiguration, { path: rest.join('.'), from, to });
  return { ...others, [first]: inner };
};

const inProject = (snapshot: Snapshot, change: Change, index: number): Snapshot => {
  const onService = (edit: (service: Service) => Service): Snapshot => ({
    ...snapshot,
    services: snapshot.services.map((service) => (service.name === change.service ? edit(service) : service)),
  });
  switch (change.kind) {
    case 'create-endpoint':
      return {
        ...snapshot,
        endpoints: [...snapshot.endpoints, { id: `new-${index}`, name: change.endpointName, maximum: change.maximum }],
      };
    case 'update-endpoint':
      return {
        ...snapshot,
        endpoints: snapshot.endpoints.map((each) =>
          each.id === change.endpointId ? { ...each, maximum: change.maximum } : each,
        ),
      };
    case 'delete-endpoint':
      return { ...snapshot, endpoints: snapshot.endpoints.filter(({ id }) => id !== change.endpointId) };
    case 'create-integration': {
      const made = snapshot.endpoints.find((each) => each.name === change.endpointName);
      const target = change.endpointId ?? made?.id ?? 'none';
      const integration = { id: `integration-${index}`, endpointId: target };
      return onService((service) => ({ ...service, integrations: [...service.integrations, integration] }));
    }
    case 'delete-integration':
      return onService((service) => ({
        ...service,
        integrations: service.integrations.filter(({ id }) => id !== change.integrationId),
      }));
    case 'adopt-endpoint':
    case 'return-endpoint':
      return snapshot;
    case 'resize-disk':
      return onService((service) => ({ ...service, diskMb: change.toMb }));
    case 'update-search-configuration':
      return onService((service) => ({
        ...service,
        searchConfiguration: change.members.reduce(withOption, service.searchConfiguration ?? {}),
      }));
  }
};

/** The organization after these changes, carried out one after the other after `before` earlier ones. */
export const afterApplying = (snapshots: readonly Snapshot[], changes: readonly Change[], before = 0): Snapshot[] =>
  changes.reduce<Snapshot[]>(
    (current, change, index) =>
      current.map((each) => (each.project === change.project ? inProject(each, change, before + index) : each)),
    [...snapshots],
  );
