import { priceKeyText } from '../../lib/core/budget/service-price.ts';
import { coverageOf } from '../../lib/core/notices/coverage.ts';
import { makePlan } from '../../lib/core/plan/plan.ts';
import { parsePolicyOfAnyProfile } from '../../lib/documents/documents.ts';
import { createMemoryStore } from '../../lib/local/memory-store.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { writeObject } from '../../lib/run/store/objects.ts';
import type { ReportObject } from '../../lib/run/store/run-objects.ts';
import { noteRunEnded } from '../../lib/run/store/run-summaries.ts';
import { aService, aSnapshot, hash, planDiskMb, today } from '../core/organization.ts';

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
    prices: new Map([[priceKeyText({ serviceType: 'pg', plan: 'startup-4', cloud: 'aws-eu-west-1' }), null]]),
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
  for (const key of [keys.latestReport, keys.report(report.runId)]) await writeObject(store, key, report);
  await noteRunEnded(store, undefined, report);
  return store;
};

/** The same report with every service so many times, in projects of other names; faster than a plan of as many. */
export const repeated = (report: ReportObject, times: number): ReportObject => {
  if (report.plan === null) return report;
  const decisions = Array.from({ length: times }, (_, at) =>
    (report.plan?.decisions ?? []).map((decision) => ({ ...decision, project: `${decision.project}-${at}` })),
  );
  return { ...report, plan: { ...report.plan, decisions: decisions.flat() } };
};
