import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../../temporary-directory.ts';

/** A policy document in a file of its own. */
export const policyFile = (text: string): string => {
  const file = join(temporaryDirectory(), 'policy.yaml');
  writeFileSync(file, text);
  return file;
};
