import { dirname, join } from 'node:path';
import { PolicyInvalid } from '../../contract/errors.ts';
import { calendarFolder } from '../../contract/store-keys.ts';
import type { Profile } from '../../core/model/model.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import { parsePolicy } from '../../documents/documents.ts';
import { readNamed } from '../../documents/files/named.ts';
import { readSibling } from '../../documents/files/sibling.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../../run/store/keys.ts';

/** Reads the text of a policy document. @throws Error if it cannot be read */
export const readPolicyText = (file: string): Promise<string> =>
  readNamed(file, { use: 'a policy document', mostMib: 4 });

interface PolicyRead {
  readonly text: string;
  readonly policy: Policy;
}

/**
 * Reads and checks a policy document.
 * @param profile the platform profile that search options in baselines must conform to
 * @throws PolicyInvalid with the place of every error; Error if it cannot be read
 */
export const readPolicyFile = async (file: string, profile: Profile): Promise<PolicyRead> => {
  const text = await readPolicyText(file);
  return { text, policy: parsePolicy(text, file, profile) };
};

/**
 * Reads and checks the policy document that a document of cases names.
 * @throws PolicyInvalid with the place of every error, or if it cannot be read
 */
export const readPolicyOfCases = (casesFile: string, path: string, profile: Profile): PolicyRead => {
  const file = join(dirname(casesFile), path);
  const text = readSibling(casesFile, path);
  if (text === undefined)
    throw new PolicyInvalid(`${file}: cannot be read (ENOENT); use the path of a policy document`);
  return { text, policy: parsePolicy(text, file, profile) };
};

/**
 * A store that reads the policy from this document, and calendars from its folder. Everything else is the store's: the
 * policy of `--policy` applies to one command.
 */
export const withPolicy = (store: Store, file: string, text: string): Store => ({
  ...store,
  get: async (key) => {
    if (key === keys.policy) return { body: text, version: 'file' };
    if (!key.startsWith(calendarFolder)) return store.get(key);
    const body = readSibling(file, key);
    return body === undefined ? undefined : { body, version: 'file' };
  },
});
