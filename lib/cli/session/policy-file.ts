import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PolicyInvalid } from '../../contract/errors.ts';
import { calendarFolder } from '../../contract/store-keys.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import type { Profile } from '../../core/model/profile.ts';
import { visible } from '../../core/model/visible-text.ts';
import { parsePolicy } from '../../documents/documents.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../../run/store/keys.ts';

/**
 * Reads and checks a policy document.
 * @param profile whose values the search options of baselines must have
 * @throws PolicyInvalid with every error's place, or that the file cannot be read
 */
export const readPolicyFile = async (
  file: string,
  profile: Profile,
): Promise<{ readonly text: string; readonly policy: Policy }> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new PolicyInvalid(
      visible(`${file}: cannot be read (${error.code ?? error.message}); give the path of a policy document`),
    );
  });
  return { text, policy: parsePolicy(text, file, profile) };
};

/**
 * Text of a calendar that a policy names; its path is as the policy says it, from where the policy is. Undefined when there
 * is no such file.
 */
export const readCalendarFile = async (policyFile: string, calendar: string): Promise<string | undefined> => {
  try {
    return await readFile(join(dirname(policyFile), calendar), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * A store that shows this policy document, and the calendars beside it, and keeps everything else where it was: a policy
 * given on the command line is for that one command.
 */
export const withPolicy = (store: Store, file: string, text: string): Store => ({
  ...store,
  get: async (key) => {
    if (key === keys.policy) return { body: text, version: 'given' };
    if (!key.startsWith(calendarFolder)) return store.get(key);
    const body = await readCalendarFile(file, key);
    return body === undefined ? undefined : { body, version: 'given' };
  },
});
