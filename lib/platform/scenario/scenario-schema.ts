import * as z from 'zod';
import { leastGb } from '../../core/service/maximum.ts';
import { endpointTypes, integrationType } from '../../wire/maximum.ts';
import { behaviourChange } from '../protocol/behaviour.ts';
import { projectTags, serviceName, tags } from '../protocol/requests.ts';
import { growth, growthGbPerDay } from './growth-schema.ts';

/** Schema of a scenario file. Strict: a misspelt key is an error, never a default. Sizes are GB of 1024 MB. */

const name = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/, 'must be 1-128 characters of letters, digits, _, . and -');
const projectName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,62}$/, 'must be 1-63 characters of a-z, 0-9 and -, starting with a letter');
const gb = z.number().nonnegative().max(1_000_000);
const wholeGb = z.int().positive().max(1_000_000);
const moment = z.iso.datetime({ error: 'must be an ISO 8601 time in UTC, such as 2026-03-02T08:00:00Z' });
/** Money: exact decimal in a string, because YAML numbers are not exact. */
const money = z.string().regex(/^\d{1,6}(\.\d{1,12})?$/, 'must be a decimal in quotes, such as "0.000137"');

/** States of pf 2.4. */
export const serviceStates = ['RUNNING', 'REBALANCING', 'REBUILDING', 'POWEROFF'] as const;

export const serviceState = z.enum(serviceStates);

const plan = z
  .strictObject({
    type: name,
    name,
    /** Disk of the plan, for the whole service. */
    diskGb: wholeGb,
    nodeCount: z.int().min(1).max(100).default(1),
    /** CPUs of one node. */
    nodeCpuCount: z.int().min(1).max(512).default(2),
    /** Memory of one node. */
    nodeMemoryGb: z.number().positive().max(10_000).default(4),
    /** False for plans without dynamic disk sizing: they have no cap and no step. */
    dynamicSizing: z.boolean().default(true),
    /** Largest disk that dynamic sizing allows, including the plan's disk. */
    capGb: wholeGb.optional(),
    /** Step of manual disk changes. */
    stepGb: wholeGb.optional(),
  })
  .superRefine((value, issues) => {
    for (const key of ['capGb', 'stepGb'] as const) {
      if (value.dynamicSizing === (value[key] === undefined)) {
        const message = value.dynamicSizing
          ? 'is required for dynamic sizing'
          : 'must be omitted without dynamic sizing';
        issues.addIssue({ code: 'custom', path: [key], message });
      }
    }
    if (value.capGb !== undefined && value.capGb < value.diskGb) {
      issues.addIssue({ code: 'custom', path: ['capGb'], message: 'must be at least diskGb' });
    }
  });

const price = z.strictObject({
  type: name,
  plan: name,
  cloud: name,
  /** US dollars an hour for the plan. */
  base: money,
  /** US dollars an hour for each GB beyond the plan; omitted if the cloud has no dynamic sizing. */
  additionalGb: money.optional(),
});

const service = z
  .strictObject({
    name: serviceName,
    type: name,
    plan: name,
    cloud: name,
    tags: tags.default({}),
    state: serviceState.default('RUNNING'),
    usedGb: gb.default(0),
    /** Provisioned disk; default: the plan's disk. */
    diskGb: gb.positive().optional(),
    /** A straight line, for growth of which nothing else is known. */
    growthGbPerDay: growthGbPerDay.default(0),
    /** Largest random deviation of `growthGbPerDay`, drawn from the seed: 0.2 means 80 % to 120 %. */
    jitter: z.number().min(0).max(1).default(0),
    /** Growth with a band, waves, bursts and clean-ups; in place of `growthGbPerDay` and `jitter`. */
    growth: growth.optional(),
    /**
     * Used GB at the same time of the days before the start, oldest first, the last one a day before it: the metrics then
     * begin with the oldest. Default: the past follows from the growth and `historyDays`.
     */
    usedGbBefore: z.array(gb).max(366).optional(),
    /** Provisioned disk on the same days; default: `diskGb`. */
    diskGbBefore: z.array(gb.positive()).max(366).optional(),
    terminationProtection: z.boolean().default(false),
    userConfig: z.record(z.string(), z.unknown()).default({}),
  })
  .superRefine((value, issues) => {
    if (value.growth === undefined) return;
    for (const key of ['growthGbPerDay', 'jitter'] as const) {
      if (value[key] === 0) continue;
      issues.addIssue({ code: 'custom', path: [key], message: 'must be omitted with growth' });
    }
  });

/** The member that configures an endpoint of a type, and whether it is required. */
const describedBy = (type: string) => {
  if (type === endpointTypes.additional) return { member: 'maxAdditionalGb', required: true } as const;
  if (type === endpointTypes.total) return { member: 'maxTotalGb', required: true } as const;
  return { member: 'userConfig', required: false } as const;
};

const endpoint = z
  .strictObject({
    name: z.string().min(1).max(40),
    type: name.default(endpointTypes.additional),
    /** Maximum of an autoscaler endpoint of the documented type: storage beyond the plan. */
    maxAdditionalGb: z.int().nonnegative().optional(),
    /** Maximum of an autoscaler endpoint of the current type, including the plan's disk. */
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
      issues.addIssue({ code: 'custom', path: [other], message: `is not allowed for type ${value.type}` });
    }
  });

const project = z.strictObject({
  name: projectName,
  tags: projectTags.default({}),
  services: z.array(service).default([]),
  endpoints: z.array(endpoint).default([]),
  /** Services connected to endpoints, both by name; autoscalers take no options. */
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
        const message = `must be empty for type ${integrationType}, which has no options`;
        issues.addIssue({ code: 'custom', path: [index, 'userConfig'], message });
      });
    })
    .default([]),
});

export const roles = ['operator', 'read_only'] as const;

const token = z.strictObject({
  /** The actor in events. */
  name: z.string().min(1).max(64),
  token: z.string().min(1).max(512),
  /** The platform refuses the token from this moment on; default: never. */
  expires: moment.optional(),
  /** True for a token of an application user, false for one of a member. */
  application: z.boolean().default(false),
  /** Role per project; `*` covers all other projects. */
  roles: z.record(z.string(), z.enum(roles)),
});

export const scenarioSchema = z.strictObject({
  organization: z.strictObject({
    id: z
      .string()
      .regex(/^org[a-z0-9]{1,33}$/, 'must be org followed by 1-33 characters of a-z and 0-9')
      .default('org4f2a1c9d0e7'),
    name: z.string().min(1).max(83),
  }),
  startTime: moment,
  /**
   * How many days before `startTime` services exist and their metrics begin, at the most; a service that grew from an empty
   * disk in less is younger. Default: services begin with the scenario.
   */
  historyDays: z.int().min(0).max(365).default(0),
  /** Names of clouds with a description for people. */
  clouds: z.record(name, z.string()),
  plans: z.array(plan),
  prices: z.array(price).default([]),
  projects: z.array(project),
  tokens: z.array(token).default([]),
  /** Occasional behaviour of the real platform; default: everything off (docs/embedded-platform.md). */
  behaviour: behaviourChange.default({}),
});

export type CompleteScenario = z.output<typeof scenarioSchema>;
