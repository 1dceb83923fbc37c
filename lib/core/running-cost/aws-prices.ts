/** The AWS price of one item, and its free monthly allowance for all accounts of an organization together. */
interface Price {
  readonly item: string;
  readonly unit: string;
  /** Millionths of a millionth of a US dollar for one unit, so that every price is a whole number. */
  readonly pico: bigint;
  readonly free: number;
}

/** List prices of the region us-east-1 in US dollars; other regions of the same partition differ by up to a third. */
export const awsPrices = {
  transitions: { item: 'Step Functions, state transitions', unit: 'transitions', pico: 25_000_000n, free: 4_000 },
  invocations: { item: 'Lambda, requests', unit: 'requests', pico: 200_000n, free: 1_000_000 },
  duration: { item: 'Lambda (arm64), duration', unit: 'GB-s', pico: 13_333_400n, free: 400_000 },
  puts: { item: 'S3, writes and listings', unit: 'requests', pico: 5_000_000n, free: 0 },
  gets: { item: 'S3, reads', unit: 'requests', pico: 400_000n, free: 0 },
  stored: { item: 'S3, storage', unit: 'GB-months', pico: 23_000_000_000n, free: 0 },
  keys: { item: 'KMS, keys', unit: 'keys', pico: 1_000_000_000_000n, free: 0 },
  keyRequests: { item: 'KMS, requests', unit: 'requests', pico: 3_000_000n, free: 20_000 },
  secrets: { item: 'Secrets Manager, secrets', unit: 'secrets', pico: 400_000_000_000n, free: 0 },
  secretReads: { item: 'Secrets Manager, reads', unit: 'requests', pico: 5_000_000n, free: 0 },
  events: { item: 'EventBridge, events, queue and pipe', unit: 'events', pico: 1_800_000n, free: 0 },
  schedules: { item: 'EventBridge Scheduler, starts', unit: 'starts', pico: 1_000_000n, free: 14_000_000 },
  logs: { item: 'CloudWatch, logs', unit: 'GB', pico: 500_000_000_000n, free: 5 },
  metrics: { item: 'CloudWatch, metrics', unit: 'metrics', pico: 300_000_000_000n, free: 10 },
  alarms: { item: 'CloudWatch, alarms', unit: 'alarms', pico: 100_000_000_000n, free: 10 },
  compositeAlarms: { item: 'CloudWatch, composite alarms', unit: 'alarms', pico: 500_000_000_000n, free: 0 },
  dashboards: { item: 'CloudWatch, dashboards', unit: 'dashboards', pico: 3_000_000_000_000n, free: 3 },
  mails: { item: 'SES, mails', unit: 'mails', pico: 100_000_000n, free: 0 },
} as const satisfies Readonly<Record<string, Price>>;

export type PricedThing = keyof typeof awsPrices;
