/** What the simulated platform offers: plans of every size, with dynamic disk sizing and without, and three clouds. */

export const plans = [
  { type: 'pg', name: 'hobbyist-1', diskGb: 8, dynamicSizing: false },
  { type: 'pg', name: 'startup-4', diskGb: 80, capGb: 400, stepGb: 10 },
  { type: 'pg', name: 'business-8', nodeCount: 2, diskGb: 160, capGb: 800, stepGb: 20 },
  { type: 'pg', name: 'premium-64', nodeCount: 3, diskGb: 3_000, capGb: 15_000, stepGb: 90 },
  { type: 'mysql', name: 'startup-4', diskGb: 80, capGb: 400, stepGb: 10 },
  { type: 'mysql', name: 'business-4', nodeCount: 2, diskGb: 100, capGb: 500, stepGb: 10 },
  { type: 'kafka', name: 'business-4', nodeCount: 3, diskGb: 180, capGb: 900, stepGb: 30 },
  { type: 'kafka', name: 'premium-8', nodeCount: 6, diskGb: 2_400, capGb: 12_000, stepGb: 60 },
  { type: 'engine', name: 'startup-4', diskGb: 80, capGb: 400, stepGb: 10 },
  { type: 'engine', name: 'business-16', nodeCount: 3, diskGb: 1_050, capGb: 5_250, stepGb: 30 },
  { type: 'cassandra', name: 'startup-4', nodeCount: 3, diskGb: 150, capGb: 750, stepGb: 30 },
  { type: 'valkey', name: 'startup-4', diskGb: 20, dynamicSizing: false },
] as const;

export const clouds = {
  'cloud-a': 'A cloud',
  'cloud-b': 'A dearer cloud',
  'cloud-c': 'A cloud without dynamic sizing',
};

type Cloud = keyof typeof clouds;

/** US dollars an hour for a GB beyond the plan, by type and cloud; a type that is absent has no dynamic sizing. */
const hourly: Readonly<Record<string, Readonly<Partial<Record<Cloud, string>>>>> = {
  pg: { 'cloud-a': '0.000205', 'cloud-b': '0.000247' },
  mysql: { 'cloud-a': '0.000219', 'cloud-b': '0.000219' },
  kafka: { 'cloud-a': '0.000192', 'cloud-b': '0.000231' },
  engine: { 'cloud-a': '0.000205', 'cloud-b': '0.000263' },
  cassandra: { 'cloud-a': '0.000411' },
};

/** Base prices are the same everywhere: Headroom counts only what comes on top. */
export const prices = plans.flatMap(({ type, name }) =>
  Object.entries(hourly[type] ?? {}).map(([cloud, additionalGb]) => ({
    type,
    plan: name,
    cloud,
    base: '0.15',
    additionalGb,
  })),
);

/** Whether disks of this plan can grow in this cloud. */
export const canGrow = ({ type, name }: { readonly type: string; readonly name: string }, cloud: string): boolean => {
  const plan = plans.find((other) => other.type === type && other.name === name);
  return plan !== undefined && 'capGb' in plan && hourly[type]?.[cloud as Cloud] !== undefined;
};
