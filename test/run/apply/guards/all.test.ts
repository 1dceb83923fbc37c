import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guards } from '../../../../lib/run/apply/guards/all.ts';

const folder = join(import.meta.dirname, '../../../../lib/run/apply/guards');
const camelCase = (file: string) => file.replace(/\.ts$/, '').replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());

describe('the list of guards', () => {
  it('asks every guard of the room', () => {
    const files = readdirSync(folder).filter((file) => !['all.ts', 'guard.ts'].includes(file));
    expect(guards.map(({ make }) => make.name).sort()).toEqual(files.map(camelCase).sort());
  });
});
