import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keyParts } from '../lib/run/store/keys.ts';

/** Puts a section of a project's record into a store in a folder, beside the other sections. */
export const putSection = (folder: string, key: string, value: object | undefined): void => {
  const { object, section = '' } = keyParts(key);
  const file = join(folder, object);
  const record = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { version: 1 };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...record, [section]: value }));
};
