import { regular } from '../../lib/contract/telemetry.ts';

/** What AWS bills by its use, as a month of a deployment counts it. */
export interface MonthlyUse {
  /** State transitions of Step Functions. */
  readonly transitions: number;
  /** Calls of functions. */
  readonly invocations: number;
  /** GB-seconds of functions. */
  readonly duration: number;
  /** Writes and listings of the bucket. */
  readonly puts: number;
  readonly gets: number;
  /** Bytes that are written into the bucket. */
  readonly written: number;
}

/** Resources of a default deployment that AWS bills for being there. A test compares them with the template. */
export const billedResources = { keys: 1, secrets: 1, alarms: 14, compositeAlarms: 1 };

/** Sizes of organizations, and what each may cost at most, in US dollars a month, with 100 calls a minute and a pass an hour. */
export const priced = [
  { projects: 20, services: 1_000, atMost: 9 },
  { projects: 1_000, services: 10_000, atMost: 14 },
  { projects: 5_000, services: 50_000, atMost: 30 },
] as const;

/** List prices of the region us-east-1 in millionths of a millionth of a US dollar, so that each is a whole number. */
const pico = {
  transition: 25_000_000,
  request: 200_000,
  /** Lambda on arm64. */
  gbSecond: 13_333_400,
  put: 5_000_000,
  get: 400_000,
  /** S3, a GB for a month. */
  storedGb: 23_000_000_000,
  /** KMS, Secrets Manager, EventBridge with queue and pipe: one request or event of each. */
  keyRequest: 3_000_000,
  secretRead: 5_000_000,
  event: 1_800_000,
  logGb: 500_000_000_000,
  key: 1_000_000_000_000,
  secret: 400_000_000_000,
  metric: 300_000_000_000,
  alarm: 100_000_000_000,
  compositeAlarm: 500_000_000_000,
} as const;

/** A call of a function has at most one event or schedule before it, reads the token at most once, and logs about a kilobyte. */
const invocation = pico.request + pico.event + pico.secretRead + pico.keyRequest + pico.logGb / 1_000_000;

/** Months for which the bucket keeps what is written: the longest of its rules for the objects of runs, and for old versions. */
const monthsKept = 3;

/**
 * US dollars that AWS bills for a month of a default deployment, by list prices and without free allowances. What is not counted is
 * an upper bound: each call of a function reads the token, and every version of an object is kept for three months.
 */
export const monthlyBill = ({ transitions, invocations, duration, puts, gets, written }: MonthlyUse): number => {
  const { keys, secrets, alarms, compositeAlarms } = billedResources;
  const fixed =
    keys * pico.key +
    secrets * pico.secret +
    regular.size * pico.metric +
    alarms * pico.alarm +
    compositeAlarms * pico.compositeAlarm;
  const used =
    transitions * pico.transition +
    invocations * invocation +
    duration * pico.gbSecond +
    puts * pico.put +
    gets * pico.get +
    (written / 1e9) * monthsKept * pico.storedGb;
  return (fixed + used) / 1e12;
};
