import { PolicyInvalid } from '../../contract/errors.ts';
import type { RunRequest } from '../../contract/run-request.ts';
import type { Finding } from '../../core/model/decision.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { Profile } from '../../core/model/model.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import { parsePolicy } from '../../documents/documents.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject, writeObject } from '../store/objects.ts';
import type { RunObject } from '../store/run-objects.ts';
import type { PolicyInForce } from '../store/schemas/memory.ts';
import { policyDigest } from './versions.ts';

/** The policy of a run. */
interface PolicyOfRun {
  readonly document: string;
  readonly policy: Policy;
  /** That the document in the store is invalid; empty if it is the one of the run. */
  readonly notes: readonly Finding[];
}

/** The policy document of the store. @throws PolicyInvalid if the store has none */
export const readDocument = async (store: Store): Promise<string> => {
  const document = await store.get(keys.policy);
  if (document !== undefined) return document.body;
  throw new PolicyInvalid(
    `the store has no ${keys.policy}; pass a policy document with --policy, or put one into the store`,
  );
};

/** Of the policy that runs go on with. */
const shown = ({ since, document }: PolicyInForce): string =>
  `version ${policyDigest(document).slice(0, 12)}, in force since ${since}`;

const invalid = (error: PolicyInvalid, last: PolicyInForce): Finding => ({
  code: 'policy-invalid',
  project: '',
  service: '',
  message: `${keys.policy} in the store is invalid, so runs go on with the last valid one (${shown(last)}): ${error.message.split('\n')[0]}`,
});

/** Whether the store's own document is in force, and no person reads the answer of the run. */
const goesByItself = ({ trigger, readOnly }: Pick<RunRequest, 'trigger' | 'readOnly'>): boolean =>
  trigger.kind !== 'manual' && !readOnly;

/**
 * The policy of a run. A run that no person started goes on with the last valid document while the one in the store is
 * invalid: protection must not end because of a typing error. A person gets the error.
 * @throws PolicyInvalid without a document, or if it is invalid and no earlier document was valid
 */
export const policyOfRun = async (
  { store, clock }: StorePorts,
  request: Pick<RunRequest, 'trigger' | 'readOnly'>,
  profile: Profile,
): Promise<PolicyOfRun> => {
  const document = await readDocument(store);
  if (!goesByItself(request)) return { document, policy: parsePolicy(document, keys.policy, profile), notes: [] };
  const last = await readObject<PolicyInForce>(store, keys.policyInForce);
  try {
    const policy = parsePolicy(document, keys.policy, profile);
    if (last?.document !== document) {
      const inForce: PolicyInForce = { since: isoInstant(clock.now()), document };
      await writeObject(store, keys.policyInForce, inForce);
    }
    return { document, policy, notes: [] };
  } catch (error) {
    if (!(error instanceof PolicyInvalid) || last === undefined) throw error;
    const policy = parsePolicy(last.document, keys.policyInForce, profile);
    return { document: last.document, policy, notes: [invalid(error, last)] };
  }
};

/**
 * The policy of a run, with its effective mode: the same object for the same text where the mode is the policy's own, so that
 * it is compiled once in a process.
 * @throws PolicyInvalid
 */
export const runPolicy = ({ policy: text, mode, profile }: Pick<RunObject, 'policy' | 'mode' | 'profile'>): Policy => {
  const policy = parsePolicy(text, keys.policy, profile);
  return policy.mode === mode ? policy : { ...policy, mode };
};
