import { PolicyInvalid } from '../../../contract/errors.ts';
import type { Policy } from '../../../core/model/policy-document.ts';
import { readOnly } from '../../../dashboard/http/read-only.ts';
import type { Trials } from '../../../dashboard/http/trial-routes.ts';
import { type TrialText, usualFile } from '../../../dashboard/pages/simulation/trial.ts';
import { parsePolicy } from '../../../documents/documents.ts';
import { unifiedDiff } from '../../../documents/edit/line-diff.ts';
import type { Clock, Store } from '../../../ports.ts';
import { keys } from '../../../run/store/keys.ts';
import { readObject } from '../../../run/store/objects.ts';
import type { RunObject } from '../../../run/store/run-objects.ts';
import type { LivedPolicy } from '../../../simulate/live.ts';
import { trialChanges } from './changes.ts';
import { createTrialMonths, type MonthsOptions } from './months.ts';

export interface TrialOptions extends MonthsOptions {
  readonly store: Store;
  readonly clock: Clock;
}

/** Paths that a patch can name without quotes, below the folder in which it is applied. */
const pathInPatch = /^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[\w./-]+$/;

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

/** A valid policy of which nothing more is known. */
const withoutRun = {
  changes: { lines: [], warnings: [noRun], tables: [] },
  months: { kind: 'failed', message: noRun },
} as const;

/** Tries edited policies on what a store has; nothing is written. */
export const createTrials = ({ store: whole, clock, ...limits }: TrialOptions): Trials => {
  const store = readOnly(whole);
  const monthsOf = createTrialMonths(store, limits);
  const runOf = async (runId: string | undefined) =>
    runId === undefined ? undefined : readObject<RunObject>(store, keys.run(runId));
  const startOf = async (runId: string | undefined) =>
    (await store.get(keys.policy))?.body ?? (await runOf(runId))?.policy;

  const patch = async ({ policy, file }: TrialText, runId: string | undefined): Promise<string> => {
    const before = await startOf(runId);
    return before === undefined ? '' : unifiedDiff(file, before, writtenAs(before, policy));
  };

  const run: Trials['run'] = async (edited, { runId, signal }, show) => {
    const problems: string[] = pathInPatch.test(edited.file)
      ? []
      : [`The file ${edited.file} must be a relative path of letters, digits, dots, dashes and slashes.`];
    const object = await runOf(runId);
    const parse = (text: string) => parsePolicy(text, usualFile, object?.profile);
    try {
      const policy = parse(edited.policy);
      if (problems.length > 0) return { problems };
      if (runId === undefined || object === undefined) return { ...withoutRun, patch: await patch(edited, runId) };
      const before = await policyInForce(store, object, parse);
      const changes = await trialChanges({ store, clock }, runId, { inForce: before.policy, edited: policy });
      const found = { changes, patch: await patch(edited, runId) };
      const months = await monthsOf(
        {
          runId,
          inForce: await livedOf(store, before.text, before.policy),
          edited: await livedOf(store, edited.policy, policy),
        },
        signal,
        (so) => show({ ...found, months: so }),
      );
      return { ...found, months };
    } catch (error) {
      if (error instanceof PolicyInvalid) return { problems: [...problems, ...error.message.split('\n')] };
      throw error;
    }
  };
  return { start: startOf, run, patch };
};
