import { costOfGb, type Money, parseMoney } from '../../lib/core/model/money.ts';
import type { Scenario } from '../../lib/platform/index.ts';
import type { Platform } from '../../lib/ports.ts';
import type { LocalHeadroom } from './local-headroom.ts';
import { organizationOf, pg } from './scenarios.ts';

/** 0.0005 an hour × 730. */
const perGb = parseMoney('0.365') ?? 0n;
const mb = 1024;

export const money = (text: string): Money => parseMoney(text) ?? 0n;

/** Two projects that share a budget; one of the services has grown by 40 GB already. */
export const shared: Scenario = organizationOf([
  { name: 'a', services: [pg('big', { diskGb: 120, tags: { size: 'big' } }), pg('small')] },
  { name: 'b', services: [pg('big', { tags: { size: 'big' } }), pg('small')] },
  { name: 'other', services: [pg('alone')] },
]);

export const policy = (monthly: string, more = '') => `
version: 1
mode: enforce
rules:
  - { name: big, match: { tags: { size: big } }, effect: enable, maxAdditionalGb: 300, weight: 2 }
  - { name: rest, match: { project: '*' }, effect: enable, maxAdditionalGb: 200 }
budgets:
  - { name: shared, match: { project: ['a', 'b'] }, monthly: "${monthly}", rest: share, deadBandGb: 0 }
guardrails: { maxChanges: 100, maxChangePercent: 100, maxAddedGb: 100000, needApproval: [], firstRun: apply }
${more}`;

/** 0 for endpoints of other kinds. */
const gbOf = (userConfig: unknown): number =>
  Number((userConfig as { autoscaler?: { max_additional_storage: string } }).autoscaler?.max_additional_storage ?? 0);

/** What the budget's services may cost a month by the platform's own state: the larger of maximum and provisioned. */
export const exposure = (headroom: LocalHeadroom, priceOf: (place: string) => Money = () => perGb): Money => {
  const projects = headroom.platform.state().projects.filter(({ name }) => name !== 'other');
  return projects
    .flatMap(({ name: project, services, endpoints, integrations }) =>
      services.map(({ name, additionalMb }) => {
        const attached = integrations.filter(({ service }) => service === name).map(({ endpointId }) => endpointId);
        const held = endpoints.filter(({ id }) => attached.includes(id)).map(({ userConfig }) => gbOf(userConfig));
        return costOfGb(priceOf(`${project}/${name}`), Math.max(0, Math.ceil(additionalMb / mb), ...held));
      }),
    )
    .reduce((sum, cost) => sum + cost, 0n);
};

export const maximums = (headroom: LocalHeadroom): Record<string, number> =>
  Object.fromEntries(
    headroom.platform
      .state()
      .projects.flatMap(({ name, endpoints }) =>
        endpoints.map((endpoint) => [`${name}/${endpoint.name.replace('headroom-', '')}`, gbOf(endpoint.userConfig)]),
      ),
  );

export interface Watched {
  readonly platform: Platform;
  /** The most that could have been paid for at the end of any write. */
  readonly most: () => Money;
  /** Whether the write at which it dies was reached. */
  readonly isDead: () => boolean;
}

/** Looks at the platform's state after every write, and may let one write die before or after it has its effect. */
export const watched = (
  headroom: LocalHeadroom,
  { dies, priceOf }: { dies?: { at: number; when: 'before' | 'after' }; priceOf?: (place: string) => Money } = {},
): Watched => {
  let writes = 0;
  let isDead = false;
  let most = 0n;
  const wrap =
    <A extends unknown[], R>(write: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      if (isDead) throw new Error('killed');
      writes += 1;
      isDead = writes === dies?.at;
      if (isDead && dies?.when === 'before') throw new Error('killed');
      const result = await write(...given);
      const now = exposure(headroom, priceOf);
      if (now > most) most = now;
      if (isDead) throw new Error('killed');
      return result;
    };
  const { platform } = headroom.ports;
  return {
    most: () => most,
    isDead: () => isDead,
    platform: {
      ...platform,
      createEndpoint: wrap(platform.createEndpoint),
      updateEndpoint: wrap(platform.updateEndpoint),
      deleteEndpoint: wrap(platform.deleteEndpoint),
      createIntegration: wrap(platform.createIntegration),
      deleteIntegration: wrap(platform.deleteIntegration),
    },
  };
};
