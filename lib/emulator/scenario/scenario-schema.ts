import * as z from 'zod';
import { leastGb } from '../../core/service/maximum.ts';
import { endpointTypes, integrationType } from '../../wire/maximum.ts';
import { projectTags, serviceName, tags } from '../../wire/requests.ts';
import { behaviourChange } from '../protocol/behaviour.ts';

/** What a scenario file may say. Strict: a misspelt key is an error, never a default. Sizes are GB of 1024 MB. */

const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/, 'must hold 1-128 of letters, digits, _, . and -');
const projectName = z.string().regex(/^[a-z][a-z0-9-]{0,62}$/, 'must hold 1-63 of a-z, 0-9 and -, a letter first');
const gb = z.number().nonnegative().max(1_000_000);
const wholeGb = z.int().positive().max(1_000_000);
const moment = z.iso.datetime({ error: 'must be an ISO 8601 moment in UTC, such as 2026-03-02T08:00:00Z' });
/** Money: exact decimal in a string, because YAML numbers are not exact. */
const money = z.string().regex(/^\d{1,6}(\.\d{1,12})?$/, 'must be a decimal in quotes, such as "0.000137"');

/** States of platform-facts §2.4. */
export const serviceStates = ['RUNNING', 'REBALANCING', 'REBUILDING', 'POWEROFF'] as const;

export const serviceState = z.enum(serviceStates);
export const growthGbPerDay = z.number().nonnegative().max(10_000);

const plan = z
  .strictObject({
    type: name,
    name,
    /** Disk that the plan brings, of the whole service. */
    diskGb: wholeGb,
    nodeCount: z.int().min(1).max(100).default(1),
    /** CPUs of one node. */
    nodeCpuCount: z.int().min(1).max(512).default(2),
    /** Memory of one node. */
    nodeMemoryGb: z.number().positive().max(10_000).default(4),
    /** False for plans without dynamic disk sizing: they have no cap and no step. */
    dynamicSizing: z.boolean().default(true),
    /** Largest disk that dynamic sizing allows, the plan's own included. */
    capGb: wholeGb.optional(),
    /** Manual changes of the disk come in steps of this size. */
    stepGb: wholeGb.optional(),
  })
  .superRefine((value, issues) => {
    for (const key of ['capGb', 'stepGb'] as const) {
      if (value.dynamicSizing === (value[key] === undefined)) {
        const message = value.dynamicSizing
          ? 'is required for dynamic sizing'
          : 'must be left out without dynamic sizing';
        issues.addIssue({ code: 'custom', path: [key], message });
      }
    }
    if (value.capGb !== undefined && value.capGb < value.diskGb) {
      issues.addIssue({ code: 'custom', path: ['capGb'], message: 'must not be below diskGb' });
    }
  });

const price = z.strictObject({
  type: name,
  plan: name,
  cloud: name,
  /** US dollars an hour for the plan itself. */
  base: money,
  /** US dollars an hour for each GB beyond the plan; left out where the cloud has no dynamic sizing. */
  additionalGb: money.optional(),
});

const service = z.strictObject({
  name: serviceName,
  type: name,
  plan: name,
  cloud: name,
  tags: tags.default({}),
  state: serviceState.default('RUNNING'),
  usedGb: gb.default(0),
  /** Provisioned disk; left out: the plan's own. */
  diskGb: gb.positive().optional(),
  growthGbPerDay: growthGbPerDay.default(0),
  /** Growth differs by up to this share, decided by the seed: 0.2 means 80 % to 120 %. */
  jitter: z.number().min(0).max(1).default(0),
  terminationProtection: z.boolean().default(false),
  userConfig: z.record(z.string(), z.unknown()).default({}),
});

/** The member that an endpoint of a type is described by, and whether it must be there. */
const describedBy = (type: string) => {
  if (type === endpointTypes.additional) return { member: 'maxAdditionalGb', required: true } as const;
  if (type === endpointTypes.total) return { member: 'maxTotalGb', required: true } as const;
  return { member: 'userConfig', required: false } as const;
};

const endpoint = z
  .strictObject({
    name: z.string().min(1).max(40),
    type: name.default(endpointTypes.additional),
    /** The maximum of an autoscaler endpoint of the documented type: beyond the plan. */
    maxAdditionalGb: z.int().nonnegative().optional(),
    /** The maximum of an autoscaler endpoint of the current type: the plan's own disk included. */
    maxTotalGb: z.int().min(leastGb.total).optional(),
    /** Configuration of an endpoint of any other type. */
    userConfig: z.record(z.string(), z.unknown()).optional(),
  })
  .superRefine((value, issues) => {
    const { member, required } = describedBy(value.type);
    if (required && value[member] === undefined) {
      issues.addIssue({ code: 'custom', path: [member], message: `is required for type ${value.type}` });
    }
    for (const other of ['maxAdditionalGb', 'maxTotalGb', 'userConfig'] as const) {
      if (other === member || value[other] === undefined) continue;
      issues.addIssue({ code: 'custom', path: [other], message: `does not belong to type ${value.type}` });
    }
  });

const project = z.strictObject({
  name: projectName,
  tags: projectTags.default({}),
  services: z.array(service).default([]),
  endpoints: z.array(endpoint).default([]),
  /** Services tied to endpoints, both by name; autoscalers take no options. */
  integrations: z
    .array(
      z.strictObject({
        service: serviceName,
        endpoint: z.string().min(1),
        type: name.default(integrationType),
        userConfig: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .superRefine((integrations, issues) => {
      integrations.forEach(({ type, userConfig }, index) => {
        if (type !== integrationType || Object.keys(userConfig).length === 0) return;
        const message = `must be left out for type ${integrationType}, which takes no options`;
        issues.addIssue({ code: 'custom', path: [index, 'userConfig'], message });
      });
    })
    .default([]),
});

export const roles = ['operator', 'read_only'] as const;

const token = z.strictObject({
  /** Who: the actor of events. */
  name: z.string().min(1).max(64),
  token: z.string().min(1).max(512),
  /** The token is refused from this moment on; left out: never. */
  expires: moment.optional(),
  /** True for a token of an application user, false for one of a member. */
  application: z.boolean().default(false),
  /** Role per project; `*` stands for every project that is not named. */
  roles: z.record(z.string(), z.enum(roles)),
});

export const scenarioSchema = z.strictObject({
  organization: z.strictObject({
    id: z
      .string()
      .regex(/^org[a-z0-9]{1,33}$/, 'must be org and 1-33 of a-z and 0-9')
      .default('org4f2a1c9d0e7'),
    name: z.string().min(1).max(83),
  }),
  startTime: moment,
  /** Names of clouds with a description for people. */
  clouds: z.record(name, z.string()),
  plans: z.array(plan),
  prices: z.array(price).default([]),
  projects: z.array(project),
  tokens: z.array(token).default([]),
  /** What the real platform is now and then seen to do; left out: nothing of it (docs/embedded-platform.md). */
  behaviour: behaviourChange.default({}),
});

export type CompleteScenario = z.output<typeof scenarioSchema>;
