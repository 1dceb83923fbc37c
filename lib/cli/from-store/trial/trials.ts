import { PolicyInvalid } from '../../../contract/errors.ts';
import type { Policy } from '../../../core/model/policy-document.ts';
import type { Trials } from '../../../dashboard/http/policy-routes.ts';
import { readOnly } from '../../../dashboard/http/read-only.ts';
import type { Trial } from '../../../dashboard/pages/trial.ts';
import { parsePolicy } from '../../../documents/documents.ts';
import { unifiedDiff } from '../../../documents/edit/line-diff.ts';
import type { Clock, Store } from '../../../ports.ts';
import { keys } from '../../../run/store/keys.ts';
import { readObject } from '../../../run/store/objects.ts';
import type { RunObject } from '../../../run/store/run-objects.ts';
import type { LivedPolicy } from '../../../simulate/live.ts';
import type { NamedPolicy } from '../../session/simulation/simulate-policies.ts';
import { trialChanges } from './changes.ts';
import { type MonthsOptions, trialMonths } from './months.ts';

export interface TrialOptions extends Pick<MonthsOptions, 'setup'> {
  readonly store: Store;
  readonly clock: Clock;
}

/** Name of the text in messages and in a patch. */
const file = 'policy.yaml';

/** The text as the policy in force is written, whose lines may end otherwise than those of a form. */
const writtenAs = (inForce: string, text: string): string =>
  /\r\n/.test(inForce) && !/[^\r]\n/.test(inForce) ? text.replaceAll('\n', '\r\n') : text;

/** The policy in force: while the one in the store is invalid, the policy of the latest run. */
const policyInForce = async (store: Store, run: RunObject, parse: (text: string) => Policy) => {
  const text = (await store.get(keys.policy))?.body ?? run.policy;
  try {
    return { text, policy: parse(text) };
  } catch (error) {
    if (!(error instanceof PolicyInvalid)) throw error;
    return { text: run.policy, policy: parse(run.policy) };
  }
};

/** A policy for a life, with its calendar from the store. */
const livedOf = async (store: Store, text: string, policy: Policy): Promise<LivedPolicy> => {
  const calendar = policy.freeze?.calendar ?? null;
  const body = calendar === null ? undefined : (await store.get(calendar))?.body;
  return { text, calendars: calendar === null || body === undefined ? {} : { [calendar]: body } };
};

const noRun =
  'The store has no facts of a run yet: every run of headroom plan or apply reads the organization into it.';

/** Tries edited policies on what a store has; nothing is written. */
export const createTrials = ({ store: whole, clock, setup }: TrialOptions): Trials => {
  const store = readOnly(whole);
  const runOf = async (runId: string | undefined) =>
    runId === undefined ? undefined : readObject<RunObject>(store, keys.run(runId));
  const start: Trials['start'] = async (runId) => (await store.get(keys.policy))?.body ?? (await runOf(runId))?.policy;

  const tried = async (text: string, run: RunObject | undefined, signal: AbortSignal): Promise<Trial> => {
    const parse = (document: string) => parsePolicy(document, file, run?.profile);
    const edited = parse(text);
    const before = await start(run?.runId);
    const patch = before === undefined ? '' : unifiedDiff(file, before, writtenAs(before, text));
    if (run === undefined) return { changes: { lines: [], warnings: [noRun], tables: [] }, months: noRun, patch };
    const inForce = await policyInForce(store, run, parse);
    const changes = await trialChanges({ store, clock }, run.runId, { inForce: inForce.policy, edited });
    const policies: NamedPolicy[] = [
      { name: 'policy in force', policy: await livedOf(store, inForce.text, inForce.policy) },
    ];
    if (text !== inForce.text) policies.push({ name: 'edited policy', policy: await livedOf(store, text, edited) });
    const months = await trialMonths(store, policies, { signal, ...(setup && { setup }) }).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    return { changes, months, patch };
  };

  const run: Trials['run'] = async (text, { runId, signal }) => {
    try {
      return await tried(text, await runOf(runId), signal);
    } catch (error) {
      if (error instanceof PolicyInvalid) return { problems: error.message.split('\n') };
      throw error;
    }
  };
  return { start, run };
};
