import { randomBytes } from 'node:crypto';
import type { DashboardOptions } from '../../dashboard/http/app.ts';
import { readOnly } from '../../dashboard/http/read-only.ts';
import { type Dashboard, serveDashboard } from '../../dashboard/serve.ts';
import { parsePolicyOfAnyProfile } from '../../documents/documents.ts';
import type { Store } from '../../ports.ts';
import { approve } from '../../run/approval/approvals.ts';
import { keys } from '../../run/store/keys.ts';
import { systemClock, systemSleep } from '../../run/system-clock.ts';
import { onPort, type PortRequest } from '../shell/port.ts';
import { fleetInStore } from './stored-disks.ts';
import { storedLines } from './stored-explanation.ts';
import { guardrailsIn } from './stored-guardrails.ts';

const rulesOf: DashboardOptions['rulesOf'] = (text) =>
  parsePolicyOfAnyProfile(text, keys.policy).rules.map(({ name, effect }) => ({ name, effect }));

interface DashboardRequest extends PortRequest {
  /** The key in its address; default: a new one. */
  readonly key?: string;
  /** Who approves on the pages; absent: they only read. */
  readonly approver?: () => Promise<string>;
  readonly proxy?: DashboardOptions['proxy'];
  readonly simulation?: DashboardOptions['simulation'];
}

/** Characters of an address that no program can guess. */
const newKey = (): string => randomBytes(32).toString('base64url');

/** Serves the pages about a store. @throws UsageError if the port is taken */
export const openDashboard = async (
  store: Store,
  { port, nextFree, key = newKey(), approver, proxy, simulation }: DashboardRequest,
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
  const disksOf = () => fleetInStore(readOnly(store), systemClock.now());
  const reading = { disksOf, key, store, clock: systemClock, sleep: systemSleep, rulesOf, linesOf };
  const options = {
    ...reading,
    ...(proxy && { proxy }),
    ...(simulation && { simulation }),
    ...(approving && { approving }),
  };
  return onPort({ port, nextFree }, (free) => serveDashboard(options, free));
};
