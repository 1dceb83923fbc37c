import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder as a whole: other processes see all of it or nothing, and the second process uses the folder of the first.
 * @param fill fills the folder that it gets
 */
export const makeOnce = async (folder: string, fill: (staging: string) => Promise<void>): Promise<void> => {
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true });
  const staging = mkdtempSync(`${folder}.`);
  try {
    await fill(staging);
    chmodSync(staging, 0o755);
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
};
