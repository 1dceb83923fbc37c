import pMap from 'p-map';
import { judgeBackup } from '../../core/status/backup.ts';
import { type DeploymentFacts, type DeploymentStatus, judgeDeployment } from '../../core/status/deployments.ts';
import { judgeDisks } from '../../core/status/disks.ts';
import { judgeReadings } from '../../core/status/readings.ts';
import { judgeLastRun, judgeLease, judgeMode } from '../../core/status/run.ts';
import { lineOf } from '../../core/status/status.ts';
import { readOnly } from '../../dashboard/http/read-only.ts';
import type { Context } from '../../documents/contexts/contexts.ts';
import type { Clock, Store, StorePorts } from '../../ports.ts';
import { readBackupFacts } from '../../run/backup/backup-facts.ts';
import { diskFacts } from '../../run/status/disk-facts.ts';
import {
  lastReport,
  learn,
  policyLines,
  readLease,
  readMode,
  readReadings,
  runFacts,
} from '../../run/status/store-facts.ts';
import { isAbandoned } from '../session/lease-recovery.ts';
import { auditLines, storeLines } from './store-lines.ts';

/** A deployment with the place of its store. */
type Deployment = Pick<Context, 'name' | 'organization' | 'store' | 'awsProfile'>;

type ListedDeployment = DeploymentStatus & Pick<Context, 'name' | 'organization'> & { readonly store: string | null };

/** How the stores of several deployments are read. */
interface Reading {
  readonly open: (deployment: Deployment) => Promise<Store>;
  readonly clock: Clock;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Largest age of the last run. */
  readonly longestMsAgo: number;
}

/** Deployments that are read at the same time. */
const concurrency = 8;

/** Time for one deployment: the status of the others must not wait for a store that hangs. */
const longestSeconds = 30;

/** Options of a command that reads the store of the deployment. */
const placeOf = ({ store, organization }: Deployment): string =>
  store === undefined ? `--organization ${organization}` : `--store ${store}`;

const commandFor = (deployment: Deployment, name: string): string =>
  `${deployment.awsProfile === undefined ? '' : `AWS_PROFILE=${deployment.awsProfile} `}headroom ${name} ${placeOf(deployment)}`;

/** @throws Error if the store, or what most depends on, cannot be read: then its state is unknown */
const readFacts = async (
  { store, clock }: StorePorts,
  deployment: Deployment,
  longestMsAgo: number,
): Promise<DeploymentFacts> => {
  const nowMs = clock.now();
  const [report, mode, lease, readings, backup] = await Promise.all([
    lastReport(store),
    learn(() => readMode(store)),
    readLease(store, nowMs, isAbandoned),
    readReadings(store, nowMs),
    readBackupFacts(store),
  ]);
  const disks = await diskFacts(store, report, nowMs);
  const expected = {
    longestMsAgo,
    remedy: 'headroom runbook runs-missing',
    approving: commandFor(deployment, 'approve'),
  };
  const { organization } = deployment;
  return {
    lines: [
      ...(await policyLines(store)),
      lineOf('mode', mode, (value) => judgeMode(value, lease?.owner?.stack !== undefined), 'headroom validate FILE'),
      judgeLastRun(runFacts(report, nowMs), expected),
      judgeDisks(disks, longestMsAgo),
      judgeLease(lease, { organization }),
      ...(await auditLines(store)),
      ...(backup === null ? [] : [judgeBackup(backup, nowMs)]),
      ...(await storeLines(store, nowMs)),
      judgeReadings(readings),
    ],
    disks: disks.known,
    waitingApprovals: disks.findings.filter(({ code }) => code === 'plan-needs-approval').length,
    lastRun: report && { runId: report.runId, outcome: report.outcome, endedAt: report.endedAt },
  };
};

const readOne = async (deployment: Deployment, { open, clock, sleep, longestMsAgo }: Reading) => {
  const { name, organization, store = null } = deployment;
  const over = new AbortController();
  const facts = await learn(() =>
    Promise.race([
      open(deployment).then((opened) => readFacts({ store: readOnly(opened), clock }, deployment, longestMsAgo)),
      sleep(longestSeconds * 1000, over.signal).then(() => {
        throw new Error(`its store did not answer within ${longestSeconds} seconds`);
      }),
    ]),
  );
  over.abort();
  return { name, organization, store, ...judgeDeployment(facts, commandFor(deployment, 'store verify')) };
};

/** Reads what the stores of these deployments say of them, and nothing else; one that fails stops no other. */
export const deploymentsStatus = (deployments: readonly Deployment[], reading: Reading): Promise<ListedDeployment[]> =>
  pMap(deployments, (one) => readOne(one, reading), { concurrency });
