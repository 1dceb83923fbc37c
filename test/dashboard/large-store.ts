import { priceKeyText } from '../../lib/core/budget/service-price.ts';
import { coverageOf } from '../../lib/core/notices/coverage.ts';
import { makePlan } from '../../lib/core/plan/plan.ts';
import { parsePolicyOfAnyProfile } from '../../lib/documents/documents.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';
import type { ReportObject } from '../../lib/run/store/run-objects.ts';
import { noteRunEnded } from '../../lib/run/store/run-summaries.ts';
import { aService, aSnapshot, hash, planDiskMb, today } from '../core/organization.ts';
import { platformPrices } from '../core/platform-prices.ts';
import { storeReport } from '../run/stored.ts';

const policy = parsePolicyOfAnyProfile(
  `
version: 1
mode: enforce
rules: [{ name: everything, match: { project: '*' }, effect: enable, maxAdditionalGb: 200 }]
prices: { default: '0.15' }
budgets: [{ name: all storage, match: { project: '*' }, monthly: '100000.00' }]
guardrails: { maxChanges: 1, maxChangePercent: 100, maxAddedGb: 100000000, needApproval: [], firstRun: apply }
`,
  'policy.yaml',
);

/** The report of a run over so many services, 50 a project, with a plan of the core that waits for approval. */
export const largeReport = (services: number): ReportObject => {
  const listed = Array.from({ length: Math.ceil(services / 50) }, (_, at) => ({ name: `project-${at}`, tags: {} }));
  const snapshots = listed.map(({ name: project }, p) =>
    aSnapshot({
      project,
      services: Array.from({ length: Math.min(50, services - p * 50) }, (_, s) =>
        // Some cannot have the autoscaler, which is a finding.
        aService({ name: `service-${s}`, state: s % 25 === 0 ? 'POWEROFF' : 'RUNNING' }),
      ),
    }),
  );
  const { plan } = makePlan({
    policy,
    snapshots,
    unread: [],
    today,
    now: `${today}T08:00:00Z`,
    planDiskMb,
    prices: platformPrices([[priceKeyText({ serviceType: 'pg', plan: 'startup-4', cloud: 'aws-eu-west-1' }), null]]),
    maximumKind: 'additional',
    restartingOptions: new Set(),
    lastingOptions: new Set(),
    hash,
    isFirstRun: false,
  });
  const everRead = new Set(listed.map(({ name }) => name));
  return {
    runId: 'large',
    startedAt: `${today}T08:00:00Z`,
    endedAt: `${today}T08:01:00Z`,
    outcome: 'needs-approval',
    error: null,
    cause: null,
    plan,
    results: [],
    unread: [],
    coverage: coverageOf({ listed: [...everRead], everRead, unread: [], results: [], decisions: plan.decisions }),
  };
};

/** A store after that run. */
export const largeStore = async (report: ReportObject) => {
  const store = createMemoryStore();
  await storeReport(store, report);
  await noteRunEnded(store, undefined, report);
  return store;
};

const times = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

/** The same report with every service so many times, in projects of other names; faster than a plan of as many. */
export const repeated = (report: ReportObject, count: number): ReportObject => {
  const { plan, coverage } = report;
  if (plan === null || coverage?.protection === undefined) return report;
  const again = <T extends { readonly project: string }>(list: readonly T[]): T[] =>
    times(count).flatMap((at) => list.map((one) => ({ ...one, project: `${one.project}-${at}` })));
  const [decisions, findings] = [again(plan.decisions), again(plan.findings)];
  const budgets = plan.budgets.map((budget) => ({ ...budget, shares: again(budget.shares) }));
  const protection = Object.entries(coverage.protection).map(([name, services]) => [name, services * count]);
  return {
    ...report,
    plan: { ...plan, decisions, findings, budgets, changes: again(plan.changes) as typeof plan.changes },
    coverage: { ...coverage, protection: Object.fromEntries(protection) },
  };
};
