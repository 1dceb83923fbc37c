import { randomBytes } from 'node:crypto';
import type { DashboardOptions } from '../../dashboard/http/app.ts';
import { readOnly } from '../../dashboard/http/read-only.ts';
import { type Dashboard, serveDashboard } from '../../dashboard/serve.ts';
import { parsePolicyOfAnyProfile } from '../../documents/documents.ts';
import type { Store } from '../../ports.ts';
import { approve } from '../../run/approval/approvals.ts';
import { keys } from '../../run/store/keys.ts';
import { systemClock } from '../../run/system-clock.ts';
import { guardrailsIn } from '../session/stored-policy.ts';
import { onPort, type PortRequest } from '../shell/port.ts';
import { fleetInStore } from './stored-disks.ts';
import { storedLines } from './stored-explanation.ts';
import { createTrials } from './trials.ts';

const rulesOf: DashboardOptions['rulesOf'] = (text) =>
  parsePolicyOfAnyProfile(text, keys.policy).rules.map(({ name, effect }) => ({ name, effect }));

interface DashboardRequest extends PortRequest {
  /** Random texts of its address and its cookie; default: new ones. */
  readonly entry?: Pick<DashboardOptions, 'path' | 'key' | 'session'>;
  readonly metricsKey?: string | undefined;
  /** Who approves on the pages; absent: they only read. */
  readonly approver?: () => Promise<string>;
  readonly proxy?: DashboardOptions['proxy'];
}

/** Characters that no program can guess. */
const randomText = (bytes: number): string => randomBytes(bytes).toString('base64url');

const newEntry = () => ({ path: `/${randomText(16)}`, key: randomText(32), session: randomText(32) });

/** Serves the pages about a store. @throws UsageError if the port is taken */
export const openDashboard = async (
  store: Store,
  { port, nextFree, entry = newEntry(), metricsKey, approver, proxy }: DashboardRequest,
): Promise<Dashboard> => {
  const approving = approver !== undefined && {
    csrf: randomBytes(16).toString('hex'),
    approve: async (digest: string, person?: string) => {
      const by = person === undefined ? await approver() : `${person} (signed in at ${proxy?.publicOrigin})`;
      await approve({ store, clock: systemClock }, { prefix: digest, by, exact: false }, await guardrailsIn(store));
    },
  };
  const linesOf = (project: string, service: string) =>
    storedLines(readOnly(store), project, service, systemClock.now());
  const readFleet = () => fleetInStore(readOnly(store), systemClock.now());
  const options = {
    trials: createTrials({ store, clock: systemClock }),
    readFleet,
    ...entry,
    ...(metricsKey !== undefined && { metricsKey }),
    store,
    clock: systemClock,
    rulesOf,
    linesOf,
    ...(proxy && { proxy }),
    ...(approving && { approving }),
  };
  return onPort({ port, nextFree }, (free) => serveDashboard(options, free));
};
