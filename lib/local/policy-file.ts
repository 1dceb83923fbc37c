import { readFile } from 'node:fs/promises';
import { parsePolicy } from '../contract/documents.ts';
import { PolicyInvalid } from '../contract/errors.ts';
import type { Policy } from '../core/policy-document.ts';
import type { Store } from '../ports.ts';
import { keys } from '../run/objects.ts';

/** Reads and checks a policy document. @throws PolicyInvalid with every error's place, or that the file cannot be read */
export const readPolicyFile = async (file: string): Promise<{ readonly text: string; readonly policy: Policy }> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new PolicyInvalid(
      `${file}: cannot be read (${error.code ?? error.message}); give the path of a policy document`,
    );
  });
  return { text, policy: parsePolicy(text, file) };
};

/**
 * A store that shows this policy document and keeps everything else where it was: a policy given on the command line is
 * for that one command.
 */
export const withPolicy = (store: Store, text: string): Store => ({
  ...store,
  get: async (key) => (key === keys.policy ? { body: text, version: 'given' } : store.get(key)),
});
