import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseScenario, type Scenario, sampleScenarioPath } from '../../lib/platform/index.ts';
import { readLatestReport, reportJson } from '../../lib/run/publish/reports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import type { ReportObject } from '../../lib/run/store/run-objects.ts';
import { startHeadroom } from '../workflow/local-headroom.ts';

/** Members that hold sentences: they may be reworded, so they say no more than whether there is one. */
const sentences = new Set(['reason', 'reasons', 'message', 'cause', 'subject', 'text', 'error']);

const withoutWords = (value: unknown, member = ''): unknown => {
  if (sentences.has(member) && value !== null) return value === '' ? '' : 'a sentence';
  if (Array.isArray(value)) return value.map((item) => withoutWords(item));
  if (typeof value !== 'object' || value === null) return value;
  // The same sentences as `reason`, one by one.
  const isRepeated = (name: string) => name === 'reasons' && 'reason' in value;
  const members = Object.entries(value).filter(([name]) => !isRepeated(name));
  return Object.fromEntries(members.map(([name, held]) => [name, withoutWords(held, name)]));
};

export const sampleScenario = (): Scenario => {
  const path = fileURLToPath(sampleScenarioPath);
  return parseScenario(readFileSync(path, 'utf8'), path);
};

const drawer = (seed: number) => {
  let state = seed;
  const below = (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  return { below, one: <T>(items: readonly T[]): T => items[below(items.length)] as T };
};

const tagsToDraw: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'disk-autoscaler': 'on' },
  { 'disk-autoscaler': 'off' },
  { 'disk-autoscaler': 'on', 'disk-autoscaler-max-gb': '70' },
  { 'disk-autoscaler-max-gb': 'plenty' },
  { 'disk-autoscaler-exempt': '2026-12-31' },
  { 'disk-autoscaler-managed-by': 'terraform' },
  { owner: 'team-a', env: 'prod' },
];

/** An organization drawn by a seed: the sample's plans and prices, other projects, services, tags and autoscalers. */
export const drawnScenario = (seed: number): Scenario => {
  const { below, one } = drawer(seed);
  const sample = sampleScenario();
  const prices = (sample.prices ?? []).filter(({ plan }) => !plan.startsWith('hobbyist'));
  const projects = Array.from({ length: 2 + below(3) }, (_, p) => {
    const services = Array.from({ length: 3 + below(6) }, (_, s) => {
      const { type, plan, cloud } = one(prices);
      const state = below(8) === 0 ? ('POWEROFF' as const) : ('RUNNING' as const);
      return {
        name: `s${s}-${type}`,
        type,
        plan,
        cloud,
        state,
        usedGb: 5 + below(10),
        growthGbPerDay: below(3),
        tags: one(tagsToDraw),
      };
    });
    const endpoints = [
      { name: 'by-hand', maxAdditionalGb: 40 + below(100) },
      { name: `headroom-${services[0]?.name}`, maxAdditionalGb: 10 + below(300) },
      { name: 'headroom-gone', maxAdditionalGb: 20 },
    ];
    const integrations =
      below(2) === 0
        ? [{ service: services[1]?.name ?? '', endpoint: 'by-hand' }]
        : [{ service: services[0]?.name ?? '', endpoint: `headroom-${services[0]?.name}` }];
    return { name: `p${p}-${one(['prod', 'staging'])}`, tags: { env: 'prod' }, services, endpoints, integrations };
  });
  return { ...sample, organization: { id: `orgdrawn${seed}`, name: 'Drawn' }, projects };
};

const policyText = (name: string) => readFileSync(new URL(`../../docs/policies/${name}.yaml`, import.meta.url), 'utf8');

/** A report without its words, and without the version, which every release changes. */
const structureOf = (report: ReportObject): unknown => {
  const { codeVersion: _, ...structure } = reportJson(report);
  return withoutWords(structure);
};

/** What three runs under two policies leave behind, but for the words: plans, digests, reports, events and keys of the store. */
export const structuresOf = async (scenario: Scenario): Promise<unknown> => {
  const headroom = await startHeadroom(scenario, policyText('org-wide'));
  const runs: unknown[] = [];
  const run = async (policy: string) => {
    await headroom.store.put(keys.policy, policy);
    const report = await headroom.reconcile();
    runs.push(structureOf(report));
    return report;
  };
  const shown: ReportObject = await run(policyText('org-wide'));
  if (shown.outcome === 'needs-approval') {
    const approved = { trigger: { kind: 'manual', by: 'a test' }, approvedDigest: shown.plan?.digest };
    runs.push(structureOf(await headroom.reconcile({ input: approved })));
  }
  await run(policyText('budget'));
  await run(policyText('opt-in'));
  const latest = await readLatestReport(headroom.store);
  return { runs, latest: latest?.runId, events: withoutWords(headroom.events) };
};
