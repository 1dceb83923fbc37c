import { join } from 'node:path';
import { inject } from 'vitest';
import { bundleFunctions } from '../../lib/infra/functions/bundle.ts';
import { makeOnce } from '../make-once.ts';
import '../run-folder.ts';

/** The folder with the bundles of all functions, which the first file of a run that needs them builds. */
export const builtFunctions = async (): Promise<string> => {
  const folder = join(inject('runFolder'), 'functions');
  await makeOnce(folder, async (staging) => void (await bundleFunctions(staging)));
  return folder;
};
