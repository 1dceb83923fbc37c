import * as z from 'zod';
import { areEnough } from './call-rates.ts';
import { scheduleProblem, timeZoneProblem } from './schedule-expression.ts';

/** Longest time that a schedule may be late, for the sake of not calling all at once, in minutes. */
const defaultLatenessMinutes = 10;

/** Hosts that lead back into the deployment or its network, where the platform cannot be. */
const inside = [/^localhost$/, /\.(local|internal|localhost)$/, /^\[/, /^\d+(\.\d+){3}$/];

/** The platform's address as a deployment takes it: https alone, a public name, nothing else in it. */
const baseUrl = z.string().superRefine((text, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', message });
  if (!URL.canParse(text)) return refuse('is not a URL; give one like https://api.example.com');
  const url = new URL(text);
  if (url.protocol !== 'https:')
    return refuse('must begin with https://, so that the token is never sent in the clear');
  // What may be a password is not repeated.
  if (url.username !== '' || url.password !== '') return refuse('holds a user name or password; take them out');
  if (url.search !== '' || url.hash !== '') return refuse('holds a query or a fragment; end it after host or path');
  if (inside.some((pattern) => pattern.test(url.hostname))) {
    return refuse(
      `names ${url.hostname}, which is an address or a name inside a network; give the platform's public name`,
    );
  }
});

const perUnit = { minute: 1, hour: 60, day: 1440 } as const;

/** Minutes between two starts of a `rate(…)` expression; undefined for `cron(…)`, whose starts are not even. */
export const minutesBetween = (expression: string): number | undefined => {
  const [, amount, unit] = /^rate\(([1-9]\d*) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  return unit === undefined ? undefined : Number(amount) * perUnit[unit as keyof typeof perUnit];
};

/** Pause between two passes, as far as alarms wait for them. */
export interface Pause {
  /** Whole hours, at most 48, in which at least one pass is due. */
  readonly hours: number;
  /** So many of them in a row without a pass, or with the same trouble, are worth an alarm. */
  readonly patience: number;
}

/** The pause that a schedule makes; of `cron(…)` the longest is not known, and a day is the longest that makes sense. */
export const pauseOf = (expression: string): Pause => {
  const minutes = minutesBetween(expression);
  return minutes === undefined ? { hours: 24, patience: 2 } : { hours: Math.ceil(minutes / 60), patience: 3 };
};

/** A text of which the check says what is wrong with it. */
const checked = (problemOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });

const expression = checked((text) => {
  const problem = scheduleProblem(text);
  return problem && `${text} ${problem}`;
});

const schedules = z.strictObject({
  /** Whole pass over the organization. */
  reconcile: expression.default('rate(1 hour)'),
  /** Whole pass for the budgets' sake, at a time of day that people choose. */
  budget: expression.default('cron(0 6 * * ? *)'),
  /** Look for new services, in as many projects at one time as can be asked without waiting. */
  watch: expression.default('rate(2 minutes)'),
  /** IANA name, for `cron(…)`. */
  timeZone: checked(timeZoneProblem).default('UTC'),
  /** Minutes by which the passes may start late. */
  latenessMinutes: z.number().int().min(1).max(1440).default(defaultLatenessMinutes),
});

const network = z.strictObject({
  /** Private subnets whose way out has a fixed address (a NAT gateway with an Elastic IP). */
  subnetIds: z.array(z.string().regex(/^subnet-[0-9a-f]+$/)).min(1),
  securityGroupIds: z.array(z.string().regex(/^sg-[0-9a-f]+$/)).min(1),
});

/** Context `headroom` in cdk.json: what a deployment must know. Strict: a misspelt name must not mean a default. */
export const settingsSchema = z
  .strictObject({
    /** False: everything is there and nothing starts by itself. */
    enabled: z.boolean().default(false),
    baseUrl,
    /** Identifier of the organization at the platform. */
    organization: z.string().min(1),
    profile: z.enum(['documented', 'current']).default('documented'),
    /** Word that the platform uses for the search product; absent: that of spec.md, or what a live platform says. */
    searchEngine: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,30}$/, 'is not a word of small letters')
      .optional(),
    schedules: schedules.prefault({}),
    /** Seconds for which events are collected, so that many new services cost one run. */
    batchingWindowSeconds: z.number().int().min(1).max(300).default(60),
    /** What the platform may be asked in a minute, all functions together. */
    callsPerMinute: z.number().int().max(10_000).default(100),
    /** Address that gets alarms and notices of what waits for a person; absent: no mail is sent. */
    alarmAddress: z.email().optional(),
    /** AWS organization whose accounts may publish events that ask for a run; absent: this account only. */
    trustedOrganization: z
      .string()
      .regex(/^o-[a-z0-9]{10,32}$/, 'is not an AWS organization id (o-…)')
      .optional(),
    /** Days after which the token is replaced; null: never by itself, people store another one. */
    rotationDays: z.number().int().min(1).max(365).nullable().default(30),
    /** Days for which no one, not even the root user, can delete a file of the audit (S3 Object Lock); absent: none. */
    auditLockDays: z.number().int().min(1).max(3650).optional(),
    /** Whether CloudFormation refuses to delete the stack until this is false. */
    terminationProtection: z.boolean().default(true),
    /** Whether Lambda keeps room for the functions, and so also an upper bound; needs a quota of more than 10. */
    reserveConcurrency: z.boolean().default(true),
    /** Puts the functions into a network of yours, for a platform that admits known addresses only. */
    network: network.optional(),
  })
  .superRefine((settings, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    const { callsPerMinute, schedules: times } = settings;
    if (!areEnough(callsPerMinute)) {
      refuse(
        ['callsPerMinute'],
        `${callsPerMinute} is too few for what runs at one time; give at least ${leastCallsPerMinute}`,
      );
    }
    const reconcile = minutesBetween(times.reconcile);
    if (reconcile !== undefined && reconcile < 15) {
      refuse(
        ['schedules', 'reconcile'],
        `${times.reconcile} would start runs before the last one has ended; give 15 minutes or more`,
      );
    }
    if (reconcile !== undefined && reconcile > 2 * perUnit.day) {
      refuse(
        ['schedules', 'reconcile'],
        `${times.reconcile} leaves the disks unwatched for longer than any alarm can see; give 2 days or less`,
      );
    }
    if (reconcile !== undefined && times.latenessMinutes >= reconcile) {
      refuse(
        ['schedules', 'latenessMinutes'],
        `${times.latenessMinutes} is not below the ${reconcile} minutes between two passes`,
      );
    }
  });

/** The least calls a minute with which every function can do its work. */
export const leastCallsPerMinute = Array.from({ length: 100 }, (_, n) => n + 1).find(areEnough) ?? 100;

export type Settings = z.infer<typeof settingsSchema>;

/**
 * Reads the settings of a deployment.
 * @throws Error with one line for each thing that is wrong: where, and what to do about it
 */
export const parseSettings = (given: unknown): Settings => {
  if (given === undefined) {
    throw new Error('no settings: cdk.json has no context "headroom"; docs/deploy.md says what belongs there');
  }
  const read = settingsSchema.safeParse(given);
  if (read.success) return read.data;
  const lines = read.error.issues.map(({ path, message }) => `  ${['headroom', ...path].join('.')}: ${message}`);
  throw new Error(['cdk.json: the settings cannot be used', ...lines].join('\n'));
};
