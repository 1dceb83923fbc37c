import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeChecks } from '../../../../lib/run/apply/checks/all.ts';

const folder = join(import.meta.dirname, '../../../../lib/run/apply/checks');
const camelCase = (file: string) => file.replace(/\.ts$/, '').replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());

describe('the list of checks', () => {
  it('asks every check of the room', () => {
    const files = readdirSync(folder).filter((file) => !['all.ts', 'write-check.ts'].includes(file));
    expect(writeChecks.map(({ make }) => make.name).sort()).toEqual(files.map(camelCase).sort());
  });
});
