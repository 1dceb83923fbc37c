import * as z from 'zod';
import { minutesBetween, scheduleProblem, timeZoneProblem } from './schedule-expression.ts';

/** Default flexible window of a schedule in minutes; it spreads the calls. */
const defaultLatenessMinutes = 10;

/** Widest flexible window that EventBridge Scheduler accepts, in minutes. */
export const longestLatenessMinutes = 1440;

/** Hosts inside the deployment or its network; the platform is never there. */
const inside = [/^localhost$/, /\.(local|internal|localhost)$/, /^\[/, /^\d+(\.\d+){3}$/];

/** Address of the platform: https, a public host name, an optional path, nothing else. */
const baseUrl = z.string().superRefine((text, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', message });
  if (!URL.canParse(text)) return refuse('is not a URL; use one like https://api.example.com');
  const url = new URL(text);
  if (url.protocol !== 'https:')
    return refuse('must begin with https://, because the token must not travel unencrypted');
  // The message does not repeat a possible password.
  if (url.username !== '' || url.password !== '') return refuse('contains a user name or password; remove them');
  if (url.search !== '' || url.hash !== '') return refuse('contains a query or a fragment; remove it');
  // A dot at the end says that the name is whole; it names the same host.
  const host = url.hostname.replace(/\.$/, '');
  if (inside.some((pattern) => pattern.test(host))) {
    return refuse(`names ${url.hostname}, an address or an internal name; use the platform's public name`);
  }
});

/** A text with a check that returns its problem. */
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
  /** Full pass over the organization. */
  reconcile: expression.default('rate(1 hour)'),
  /** Full pass that adjusts the budgets, at a chosen time of day. */
  budget: expression.default('cron(0 6 * * ? *)'),
  /** Search for new services, in as many projects per pass as the rate limit allows without waiting. */
  watch: expression.default('rate(2 minutes)'),
  /** IANA name, for `cron(…)`. */
  timeZone: checked(timeZoneProblem).default('UTC'),
  /** Minutes by which passes may start late. */
  latenessMinutes: z.number().int().min(1).max(longestLatenessMinutes).default(defaultLatenessMinutes),
});

const network = z.strictObject({
  /** Private subnets with a fixed outgoing address (a NAT gateway with an Elastic IP). */
  subnetIds: z.array(z.string().regex(/^subnet-[0-9a-f]+$/)).min(1),
  securityGroupIds: z.array(z.string().regex(/^sg-[0-9a-f]+$/)).min(1),
});

/** Time between two passes, in which the first one ends. */
const leastMinutes = 15;

/** Longest time between two passes, or two looks for new services, that the period of an alarm covers: 2 days. */
const longestMinutes = 2880;

/** Roles by their ARN: one text with commas, as `-c approvers=ARN,ARN` gives it, or a list. */
const roles = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.split(',').map((arn) => arn.trim()) : value),
    z
      .array(
        z
          .string()
          .regex(
            /^arn:aws[a-z-]*:iam::\d{12}:(role|user)\/[\w+=,.@/-]+$/,
            'is not the ARN of a role or user (arn:aws:iam::ACCOUNT:role/NAME); a session (arn:aws:sts::…) has the ARN of its role',
          ),
      )
      .min(1, 'names no role; remove the setting, or name at least one'),
  )
  .optional();

/** Context `headroom` in cdk.json: the settings of a deployment. Strict: a misspelt name must not mean a default. */
export const settingsSchema = z
  .strictObject({
    /** False: all resources are deployed, but no schedule or event starts a run. */
    enabled: z.boolean().default(false),
    /** AWS account and region of the deployment; absent: account and region of the credentials that deploy it. */
    account: z
      .string({ error: 'is not a text; write the 12 digits in quotes' })
      .regex(/^\d{12}$/, 'is not the 12 digits of an account')
      .optional(),
    region: z
      .string()
      .regex(/^[a-z]{2}(?:-[a-z]+)+-\d+$/, 'is no region such as eu-west-1')
      .optional(),
    baseUrl,
    /** Organization id at the platform. */
    organization: z.string().min(1),
    profile: z.enum(['documented', 'current']).default('documented'),
    /** The platform's name of the search product; absent: the name in the specification, or detected on a live platform. */
    searchEngine: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,30}$/, 'must be lowercase letters, digits and "_", starting with a letter')
      .optional(),
    schedules: schedules.prefault({}),
    /** Seconds to collect events, so that many new services share one run. */
    batchingWindowSeconds: z.number().int().min(1).max(300).default(60),
    /** Platform calls that may start in any 60 s, all functions together. */
    callsPerMinute: z.number().int().max(10_000).default(100),
    /** Mail address for alarms and for notices that need a person; absent: no mail. */
    alarmAddress: z.email().optional(),
    /** Address of docs/runbook.md as readers of alarms reach it, `{version}` in it is the deployed one; absent: no link. */
    runbookUrl: z
      .string()
      .refine(
        (text) => URL.canParse(text) && /^https?:/.test(text),
        'is no address such as https://docs.example.com/runbook',
      )
      .optional(),
    /** Delivers notices to the channels of the policy; costs a secret and a look for messages every five minutes. */
    channels: z.boolean().default(false),
    /** AWS organization whose accounts may publish events that start a run; absent: this account only. */
    trustedOrganization: z
      .string()
      .regex(/^o-[a-z0-9]{10,32}$/, 'is not an AWS organization id (o-…)')
      .optional(),
    /** Days between token rotations; null: no automatic rotation. */
    rotationDays: z.number().int().min(1).max(365).nullable().default(30),
    /** Days for which S3 Object Lock protects each audit file, even from the root user; absent: no lock. */
    auditLockDays: z.number().int().min(1).max(3650).optional(),
    /** Deploys a plan of AWS Backup for the store. */
    backup: z.boolean().default(false),
    /** Roles that alone may approve plans; absent: a run request with a digest approves it. */
    approvers: roles,
    /** Roles that alone may write the policy, its calendars, the mode and grants; absent: everyone with access to the bucket. */
    policyWriters: roles,
    /** Roles that neither of the two restricts; absent: none. */
    breakGlass: roles,
    /** While true, CloudFormation refuses to delete the stack. */
    terminationProtection: z.boolean().default(true),
    /** Reserve Lambda concurrency for the functions; the quota of a new account has no room for it. */
    reserveConcurrency: z.boolean().default(false),
    /** Runs the functions in your VPC, for a platform that admits only listed addresses. */
    network: network.optional(),
  })
  .superRefine((settings, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    const { callsPerMinute, schedules: times } = settings;
    if (callsPerMinute < leastCallsPerMinute) {
      refuse(
        ['callsPerMinute'],
        `${callsPerMinute} is too low for tokens, events, writes and surveys at the same time; use at least ${leastCallsPerMinute}`,
      );
    }
    for (const name of ['reconcile', 'budget'] as const) {
      if ((minutesBetween(times[name]) ?? leastMinutes) < leastMinutes)
        refuse(
          ['schedules', name],
          `${times[name]} would start a run before the previous one ends; use ${leastMinutes} minutes or more`,
        );
    }
    for (const name of ['reconcile', 'watch'] as const) {
      if ((minutesBetween(times[name]) ?? longestMinutes) > longestMinutes)
        refuse(
          ['schedules', name],
          `${times[name]} exceeds the longest period that an alarm can cover; use 2 days or less`,
        );
    }
    const reconcile = minutesBetween(times.reconcile);
    if (reconcile !== undefined && times.latenessMinutes >= reconcile) {
      refuse(
        ['schedules', 'latenessMinutes'],
        `${times.latenessMinutes} must be less than the ${reconcile} minutes between two passes`,
      );
    }
  });

/** Lowest number of calls a minute: surveys of two projects and a look for new services fit beside the reserves. */
export const leastCallsPerMinute = 10;

export type Settings = z.infer<typeof settingsSchema>;

/**
 * The settings with the roles of `-c approvers=…`, `-c policyWriters=…` and `-c breakGlass=…`, which replace the roles in
 * cdk.json.
 */
export const withRoles = (context: unknown, given: (name: string) => unknown): unknown => {
  if (typeof context !== 'object' || context === null) return context;
  const named = (['approvers', 'policyWriters', 'breakGlass'] as const).flatMap((name) => {
    const value = given(name);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...context, ...Object.fromEntries(named) };
};

/** Where settings come from, for messages. */
export interface SettingsOrigin {
  /** File, or construct. */
  readonly source: string;
  /** Before the name of a setting, such as `headroom.`; may be empty. */
  readonly prefix: string;
}

export const inCdkJson: SettingsOrigin = { source: 'cdk.json', prefix: 'headroom.' };

/**
 * Reads the settings of a deployment.
 * @throws Error with one line per problem: its place and how to fix it
 */
export const parseSettings = (context: unknown, { source, prefix } = inCdkJson): Settings => {
  if (context === undefined) {
    throw new Error('no settings: cdk.json has no context "headroom"; see docs/deploy.md');
  }
  const read = settingsSchema.safeParse(context);
  if (read.success) return read.data;
  const lines = read.error.issues.map(({ path, message }) => {
    const name = `${prefix}${path.join('.')}`.replace(/\.$/, '');
    return `  ${name === '' ? message : `${name}: ${message}`}`;
  });
  throw new Error([`${source}: the settings are invalid`, ...lines].join('\n'));
};
