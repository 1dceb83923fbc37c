import type { Change } from '../../lib/core/change/change.ts';
import { because } from '../../lib/core/model/decision.ts';
import { groupBy } from '../../lib/core/model/grouping.ts';
import type { Plan } from '../../lib/core/plan/plan-result.ts';
import { summarize } from '../../lib/core/plan/summary.ts';
import type { Store } from '../../lib/ports.ts';
import { handOverProjects } from '../../lib/run/apply/planned-project.ts';
import { nameLatest, writeReport } from '../../lib/run/publish/reports.ts';
import { objectText } from '../../lib/run/store/content.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { writeObject } from '../../lib/run/store/objects.ts';
import type { ProgressStep, ReportObject, RunObject, SurveyObject } from '../../lib/run/store/run-objects.ts';

/** A run as discover stores it, of a test that is about something else. */
export const aRun = (some: Partial<RunObject>): RunObject => ({
  runId: 'run-1',
  startedAt: '2030-01-01T00:00:00.000Z',
  trigger: { kind: 'manual', by: 'a test' },
  codeVersion: '0.1.0',
  mode: 'enforce',
  notes: [],
  policy: 'version: 1',
  projects: [],
  outside: [],
  asked: null,
  approvedDigest: null,
  readOnly: false,
  listed: [],
  ownerTag: 'owner',
  freeze: { periods: [], problem: null, knownUntilMs: Date.parse('2040-01-01T00:00:00.000Z'), allow: [] },
  ...some,
});

/** A plan that is to be carried out, as plan stores it, likewise. */
export const aPlan = (some: Partial<Plan>): Plan => ({
  digest: 'digest',
  mode: 'enforce',
  verdict: 'apply',
  summary: summarize([], []),
  changes: [],
  decisions: [],
  budgets: [],
  findings: [],
  violations: [],
  ...some,
});

export const at = '2030-01-01T00:00:00.000Z';

export const aChange = (service: string): Change => ({
  phase: 'grant',
  kind: 'create-integration',
  project: 'shop',
  service,
  toGb: 100,
  rule: 'everyone',
  reasons: because('rule', 'Because.'),
  endpointName: `headroom-${service}`,
  endpointId: 'e1',
});

/** Stores a plan with these changes, and hands them over to the tasks of its run. @param seen each project as the plan saw it */
export const storeChanges = async (
  store: Store,
  runId: string,
  changes: readonly Change[],
  seen: Partial<SurveyObject> = {},
) => {
  await writeObject(store, keys.plan(runId), aPlan({ changes }));
  const planned = groupBy(changes, ({ project }) => project);
  const snapshots = [...planned.keys()].map((project) => ({ project, tags: {}, services: [], endpoints: [], ...seen }));
  await handOverProjects(store, runId, planned, snapshots);
};

/** Stores a report with its plan, as the latest one. */
export const storeReport = async (store: Store, report: ReportObject) => {
  const { runId, plan } = report;
  if (plan !== null) await writeObject(store, keys.plan(runId), plan);
  await writeReport(store, report, []);
  await nameLatest(store, report);
};

export const sent = { status: 'accepted', write: { at, requestId: 'r1', uncertain: false } } as const;

/** What a run leaves in the store that tried these services, as far as the audit reads it. */
export const leaveRun = async (
  store: Store,
  runId: string,
  services: readonly string[],
  progress: Omit<ProgressStep, 'index'> = { attempts: services.map(() => sent), made: [] },
) => {
  await writeObject(store, keys.run(runId), aRun({ runId }));
  await writeObject(store, keys.plan(runId), aPlan({ digest: `digest-${runId}`, changes: services.map(aChange) }));
  const key = keys.progress(runId, 'grant', 'shop');
  await store.append(key, { number: 0, body: objectText({ index: 0, ...progress }) });
};
