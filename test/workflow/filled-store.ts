import { reconcileOnce } from '../../lib/cli/session/run.ts';
import { deliveryHandlers, taskHandlers } from '../../lib/local/task-handlers.ts';
import type { Ports, Store } from '../../lib/ports.ts';
import { approveRequest } from '../../lib/run/approval/requests.ts';
import { noteUnsealed } from '../../lib/run/audit/log.ts';
import { createStoreLedger } from '../../lib/run/calls/store-ledger.ts';
import { recordHeartbeats } from '../../lib/run/intake/heartbeat.ts';
import { noteWanted } from '../../lib/run/intake/wanted.ts';
import { noteReadAgain } from '../../lib/run/inventory/run-readings.ts';
import { noteEventLog } from '../../lib/run/lookup/run-lookups.ts';
import { putGrant } from '../../lib/run/policy/grants.ts';
import { policyOfRun } from '../../lib/run/policy/policy-in-force.ts';
import { putPolicy } from '../../lib/run/policy/versions.ts';
import { readReport } from '../../lib/run/publish/reports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';
import { needObject, writeObject } from '../../lib/run/store/objects.ts';
import type { ProposedPlan, ReportObject } from '../../lib/run/store/run-objects.ts';
import type { AtEnd } from '../temporary-directory.ts';
import { commandRun, type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { channels, notifyAll } from './permitted-store.ts';
import { enableAll, even, organizationOf, pg } from './scenarios.ts';

const base = even(1, 1);
const search = { type: 'engine', plan: 'startup-4' };

/** A search service, one that the platform refuses the autoscaler, and one like any other. */
const scenario = {
  ...base,
  plans: [
    ...base.plans,
    { type: 'engine', name: 'startup-4', diskGb: 80, capGb: 400, stepGb: 10 },
    { type: 'pg', name: 'small', diskGb: 10, dynamicSizing: false },
  ],
  prices: [
    ...(base.prices ?? []),
    { ...search, cloud: 'aws-eu-west-1', base: '0.10', additionalGb: '0.0005' },
    { type: 'pg', plan: 'small', cloud: 'aws-eu-west-1', base: '0.10', additionalGb: '0.0005' },
  ],
  projects: organizationOf([
    { name: 'logs', services: [{ ...pg('search'), ...search }] },
    { name: 'shop', services: [pg('orders'), { ...pg('refused'), plan: 'small' }] },
  ]).projects,
};

/** Wants so much of each service, within a budget that suffices; a thread pool is larger than the platform lets it be. */
export const policyFor = (maxAdditionalGb: number, more = '') =>
  enableAll(
    maxAdditionalGb,
    `budgets: [{ name: all, match: { project: '*' }, monthly: "9000.00", rest: share }]
searchConfiguration: [{ name: p, match: { project: '*' }, config: { engine: { thread_pool_get_size: 64 } } }]
${more}`,
  );

/** One run of the command line; answers its report, also of a run that failed. */
export const runOnce = async (
  ports: Ports,
  runId: string,
  options: { readonly approvedDigest?: string; readonly between?: (task: string) => Promise<void> } = {},
): Promise<ReportObject> => {
  const tasks = taskHandlers(ports);
  const watched = Object.fromEntries(
    Object.entries(tasks).map(([task, handler]) => [
      task,
      async (input: unknown) => {
        await options.between?.(task);
        return handler(input);
      },
    ]),
  ) as typeof tasks;
  const { approvedDigest } = options;
  const request = { trigger: { kind: 'manual', by: 'a test' }, approvedDigest, readOnly: false } as const;
  const failure = await reconcileOnce(
    commandRun(ports, runId, { handlers: watched }),
    request,
    () => undefined,
    async () => undefined,
  ).then(
    () => undefined,
    (error: unknown) => error,
  );
  const report = await readReport(ports.store, runId);
  if (report === undefined) throw failure;
  return report;
};

/** A copy of a store that lives on alone. */
export const copyOf = async (store: Store): Promise<Store> => {
  const copy = createMemoryStore();
  for (const key of await store.list('')) await copy.put(key, (await store.get(key))?.body ?? '');
  return copy;
};

export interface FilledStore {
  readonly headroom: LocalHeadroom;
  /** Digest of a plan that waits for approval, and was never approved. */
  readonly waiting: string;
}

/** A store in which there is an object of every kind that runs write, all as the real tasks wrote them. */
export const fillStore = async (atEnd?: AtEnd): Promise<FilledStore> => {
  const headroom = await startHeadroom(scenario, policyFor(200), undefined, undefined, undefined, atEnd);
  const { ports, store } = headroom;
  await recordHeartbeats(ports, ['2026-03-02T07:00:00.000Z']);
  await runOnce(ports, 'run-1');
  await taskHandlers(ports)['watch-services']({ most: 1 });
  const guarded = (gb: number, most = 1) =>
    policyFor(gb, notifyAll)
      .replace('needApproval: []', 'needApproval: [raise]')
      .replace('maxChanges: 100000', `maxChanges: ${most}`);
  await store.put(keys.policy, guarded(220));
  const { plan } = await runOnce(ports, 'run-2');
  await runOnce(ports, 'run-3', { approvedDigest: plan?.digest });
  await store.put(keys.policy, guarded(240, 0));
  await headroom.control('faults', [{ operation: 'ServiceList', times: 1, status: 403 }]);
  await runOnce(ports, 'run-4');
  const last = await runOnce(ports, 'run-5');
  await policyOfRun(ports, { trigger: { kind: 'schedule', by: 'hourly' }, readOnly: false }, 'documented');
  await deliveryHandlers({ ...ports, channels }).deliver({});
  await putGrant(store, {
    project: 'shop',
    service: 'orders',
    maxGb: 10,
    through: '2026-03-09',
    by: 'a test',
    at: '2026-03-02T08:00:00.000Z',
  });
  await approveRequest({ store, clock: ports.clock }, { undo: 'run-3' }, 'a test');
  await noteUnsealed(store, 'run-3');
  const place = { project: 'shop', service: 'orders' };
  const lines = [
    { ...place, inForceGb: 10, perGbMonth: '0.15', sold: 'pg/startup-4/google-europe-west1', isReleased: true },
  ];
  await writeObject(store, keys.requested('run-3'), { trigger: { kind: 'manual', by: 'a person' } });
  await writeObject(store, keys.money('run-3', 'all'), {
    limit: '10.00',
    lines,
    older: [],
    grants: [{ ...place, toGb: 20 }],
  });
  const refused = [{ ...place, why: 'it needs more' }];
  await writeObject(store, keys.checkedMoney('run-3', 'all'), { checked: 1, projects: 1, refused });
  await noteReadAgain(store, 'run-3', { logs: '2026-03-05T12:00:00.000Z' });
  await noteEventLog(store, 'run-3', 'logs', await ports.platform.listEvents('logs'));
  await noteWanted(ports, ['logs']);
  const { digest = '' } = last.plan ?? {};
  const proposed = await needObject<ProposedPlan>(store, keys.proposedPlan(digest));
  const { proposedAt, projects, changes } = proposed;
  await writeObject(store, keys.planFile('run-5'), { digest, proposedAt, projects, changes });
  const ledger = createStoreLedger({
    ...ports,
    sleep: async () => undefined,
    random: () => 0,
    callsPerMinute: 100,
    worker: 'a-worker',
  });
  await ledger.slowDown({ startedMs: 0, waitMs: 0, nowMs: ports.clock.now() });
  await ledger.reserve({ order: 'survey', calls: 1 });
  await putPolicy(store, { document: policyFor(220), at: '2026-03-02T08:00:00.000Z', by: 'a test', message: '' });
  return { headroom, waiting: digest };
};
