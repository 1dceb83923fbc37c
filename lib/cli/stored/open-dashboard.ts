import { randomBytes } from 'node:crypto';
import type { DashboardOptions } from '../../dashboard/http/app.ts';
import { readOnly } from '../../dashboard/http/read-only.ts';
import { type Dashboard, serveDashboard } from '../../dashboard/serve.ts';
import { parsePolicyOfAnyProfile } from '../../documents/documents.ts';
import type { Store } from '../../ports.ts';
import { approve } from '../../run/approval/approvals.ts';
import { keys } from '../../run/store/keys.ts';
import { systemClock, systemSleep } from '../../run/system-clock.ts';
import { UsageError } from '../shell/usage-error.ts';
import { storedLines } from './stored-explanation.ts';
import { guardrailsIn } from './stored-guardrails.ts';

const rulesOf: DashboardOptions['rulesOf'] = (text) =>
  parsePolicyOfAnyProfile(text, keys.policy).rules.map(({ name, effect }) => ({ name, effect }));

export interface DashboardRequest {
  readonly port: number;
  /** Who approves on the pages; absent: they only read. */
  readonly approver?: () => Promise<string>;
  readonly simulation?: DashboardOptions['simulation'];
}

/** Serves the pages about a store. @throws UsageError if the port is taken */
export const openDashboard = async (
  store: Store,
  { port, approver, simulation }: DashboardRequest,
): Promise<Dashboard> => {
  const approving = approver !== undefined && {
    csrf: randomBytes(16).toString('hex'),
    approve: async (digest: string) => {
      const by = await approver();
      await approve({ store, clock: systemClock }, { prefix: digest, by, exact: false }, await guardrailsIn(store));
    },
  };
  const linesOf = (project: string, service: string) =>
    storedLines(readOnly(store), project, service, systemClock.now());
  const reading = { store, clock: systemClock, sleep: systemSleep, rulesOf, linesOf };
  const options = { ...reading, ...(simulation && { simulation }), ...(approving && { approving }) };
  try {
    return await serveDashboard(options, port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new UsageError(`port ${port} is taken; choose another with --port, or 0 for any free one`);
  }
};
