import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PolicyInvalid } from '../../contract/errors.ts';
import { calendarFolder } from '../../contract/store-keys.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import type { Profile } from '../../core/model/profile.ts';
import { visible } from '../../core/model/visible-text.ts';
import { parsePolicy } from '../../documents/documents.ts';
import { withIncludedFiles } from '../../documents/include/sources.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../../run/store/keys.ts';

/** Text of a file beside a policy document, by its path from there; undefined if it does not exist. */
const readBeside = async (policyFile: string, path: string): Promise<string | undefined> => {
  const file = join(dirname(policyFile), path);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new PolicyInvalid(visible(`${file}: cannot be read (${code ?? message})`));
  }
};

/**
 * Reads the text of a policy document, with the files that it includes.
 * @throws PolicyInvalid if a file cannot be read
 */
export const readPolicyText = async (file: string): Promise<string> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new PolicyInvalid(
      visible(`${file}: cannot be read (${error.code ?? error.message}); use the path of a policy document`),
    );
  });
  return withIncludedFiles(text, file, (path) => readBeside(file, path));
};

/**
 * Reads and checks a policy document with the files that it includes.
 * @param profile the platform profile that search options in baselines must conform to
 * @throws PolicyInvalid with the place of every error, or if a file cannot be read
 */
export const readPolicyFile = async (
  file: string,
  profile: Profile,
): Promise<{ readonly text: string; readonly policy: Policy }> => {
  const text = await readPolicyText(file);
  return { text, policy: parsePolicy(text, file, profile) };
};

/** Text of the calendar that a policy names, relative to the policy's folder; undefined if the file does not exist. */
export const readCalendarFile = (policyFile: string, calendar: string): Promise<string | undefined> =>
  readBeside(policyFile, calendar);

/**
 * A store that reads the policy from this document, and calendars from its folder. Everything else is the store's: the
 * policy of `--policy` applies to one command.
 */
export const withPolicy = (store: Store, file: string, text: string): Store => ({
  ...store,
  get: async (key) => {
    if (key === keys.policy) return { body: text, version: 'file' };
    if (!key.startsWith(calendarFolder)) return store.get(key);
    const body = await readCalendarFile(file, key);
    return body === undefined ? undefined : { body, version: 'file' };
  },
});
