import type { Scenario } from '../../../lib/platform/index.ts';
import { type Lived, openLived } from './lived.ts';

/** A person who does literally what every finding about a disk asks for, with the commands and on the platform. */

const gbPerDay = 1.5;
const historyDays = 40;

/** Fills by the same amount each day. */
const disk = (name: string, more: object = {}) => ({
  ...{ name, type: 'pg', plan: 'small', cloud: 'aws-eu-west-1', usedGb: 60 },
  growth: { kind: 'steady' as const, gbPerDay },
  usedGbBefore: Array.from({ length: historyDays }, (_, day) => 60 - gbPerDay * (historyDays - day)),
  ...more,
});

const plans = [
  { name: 'small', diskGb: 80, capGb: 400 },
  { name: 'tight', diskGb: 80, capGb: 100 },
  { name: 'large', diskGb: 200, capGb: 1000 },
  { name: 'huge', diskGb: 400, capGb: 2000 },
];

/** Each disk is limited by something else; none has an autoscaler yet but that of another tool. */
export const limited: Scenario = {
  organization: { name: 'Limited' },
  startTime: '2026-03-02T08:00:00Z',
  historyDays,
  clouds: { 'aws-eu-west-1': 'Europe, Ireland' },
  plans: plans.map((plan) => ({ type: 'pg', stepGb: 10, ...plan })),
  prices: plans.map(({ name }) => ({
    ...{ type: 'pg', plan: name, cloud: 'aws-eu-west-1', base: '0.10', additionalGb: '0.0005' },
  })),
  projects: [
    {
      name: 'shop',
      services: [
        disk('by-rule'),
        disk('by-plan', { plan: 'tight' }),
        disk('opted-out', { tags: { 'disk-autoscaler': 'off' } }),
        disk('exempt', { tags: { kind: 'wide', 'disk-autoscaler-exempt': '2099-12-31' } }),
        disk('by-budget', { tags: { kind: 'paid' } }),
        disk('by-other-tool'),
        disk('without-rule', { tags: { kind: 'none' } }),
      ],
      endpoints: [{ name: 'by-hand', maxAdditionalGb: 20 }],
      integrations: [{ service: 'by-other-tool', endpoint: 'by-hand' }],
    },
  ],
};

/** Disks without an autoscaler, which the policy may not enable now. */
export const frozen: Scenario = {
  ...limited,
  organization: { name: 'Frozen' },
  projects: [{ name: 'shop', services: [disk('new'), disk('opted-out', { tags: { 'disk-autoscaler': 'off' } })] }],
};
export const always = 'freeze: { windows: [{ name: always, start: 2000-01-01, end: 2999-12-31 }] }';

/** An autoscaler that grows its disk once and then waits for a maintenance. */
export const waiting: Scenario = {
  ...limited,
  organization: { name: 'Waiting' },
  projects: [
    {
      name: 'shop',
      services: [disk('by-maintenance', { growth: { kind: 'steady', gbPerDay: 4 }, tags: { kind: 'wide' } })],
    },
  ],
  behaviour: { growthsBetweenMaintenance: 1, maintenanceSeconds: 3600 },
};

const policyOf = (monthly: number, more: string) => `
version: 1
mode: enforce
rules:
  - { name: none, match: { tags: { kind: none } }, effect: ignore }
  - { name: paid, match: { tags: { kind: paid } }, effect: enable, maxAdditionalGb: forecast, forecast: { ceilingGb: 300 } }
  - { name: wide, match: { tags: { kind: wide } }, effect: enable, maxAdditionalGb: 300 }
  - { name: all, match: { project: '*' }, effect: enable, maxAdditionalGb: 20 }
budgets:
  - { name: paid, match: { tags: { kind: paid } }, monthly: "${monthly.toFixed(2)}" }
guardrails: { needApproval: [], firstRun: apply }
${more}
`;

interface Found {
  readonly code: string;
  readonly service: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, string | number>>;
}

const codes: ReadonlySet<string> = new Set(['disk-full', 'disk-fills-up', 'autoscaler-stuck']);

/** The platform, the policy and the plans as the person changes them. */
interface Person {
  readonly lived: Lived;
  monthly: number;
}

const service = (name: string): string => `/v1/project/shop/service/${name}`;

/** What a message asks of the platform itself, by the words that it uses. */
const onPlatform: readonly (readonly [RegExp, (person: Person, name: string, gb: number) => Promise<unknown>])[] = [
  [
    /Move it to a plan with a disk of at least (\d+) GB/,
    ({ lived }, name, gb) => {
      const plan = plans.find(({ diskGb }) => diskGb >= gb)?.name;
      return lived.call('PUT', service(name), { plan });
    },
  ],
  [
    /Raise the maximum of endpoint \S+ to at least (\d+) GB/,
    async ({ lived }, _, gb) => {
      const {
        service_integration_endpoints: [endpoint],
      } = (await lived.call('GET', '/v1/project/shop/integration_endpoint')) as {
        service_integration_endpoints: { endpoint_id: string }[];
      };
      const body = { user_config: { max_additional_storage: String(gb) } };
      await lived.call('PUT', `/v1/project/shop/integration_endpoint/${endpoint?.endpoint_id}`, body);
    },
  ],
  [
    /End its exemption/,
    ({ lived }, name) => lived.call('PATCH', `${service(name)}/tags`, { tags: { 'disk-autoscaler-exempt': null } }),
  ],
];

/** The words of a command as a shell reads them. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].slice(1).map(([, quoted, plain]) => quoted ?? plain ?? '');

/** Does what one finding asks for. @returns what was done; undefined if nothing in it can be carried out */
const carryOut = async (person: Person, { service: name, message, details }: Found): Promise<string | undefined> => {
  const { command, raiseMonthly } = details ?? {};
  if (typeof command === 'string') {
    await person.lived.run(...wordsOf(command));
    return command;
  }
  if (raiseMonthly !== undefined) {
    person.monthly += Number(raiseMonthly);
    return `the budget raised by ${raiseMonthly}`;
  }
  for (const [words, act] of onPlatform) {
    const asked = words.exec(message);
    if (asked === null) continue;
    await act(person, name, Number(asked[1] ?? 0));
    return asked[0];
  }
  return undefined;
};

/** What was done about a disk, and when it needed a person again. */
export interface Remedied {
  readonly service: string;
  readonly code: string;
  readonly did: string | undefined;
  readonly day: number;
  /** Days until the next finding about its disk; null if none came. */
  readonly lasted: number | null;
}

/** Lives days with `headroom apply` each morning, and with this person. @param folder for the store and the files */
export const livedRemedies = async (
  scenario: Scenario,
  days: number,
  folder: string,
  more = '',
): Promise<Remedied[]> => {
  const lived = await openLived(scenario, 1, folder);
  const person: Person = { lived, monthly: 5 };
  const all: Remedied[] = [];
  for (let day = 1; day <= days; day += 1) {
    const path = lived.file('policy.yaml', policyOf(person.monthly, more));
    const { findings } = JSON.parse(await lived.run('apply', '--policy', path, '--json', '--calls-per-minute', 'off'));
    for (const found of (findings as Found[]).filter(({ code }) => codes.has(code))) {
      const before = all.findLastIndex((one) => one.service === found.service);
      const last = all[before];
      if (last !== undefined) all[before] = { ...last, lasted: last.lasted ?? day - last.day };
      all.push({ service: found.service, code: found.code, did: await carryOut(person, found), day, lasted: null });
    }
    await lived.wait(1);
  }
  await lived.close();
  return all;
};
