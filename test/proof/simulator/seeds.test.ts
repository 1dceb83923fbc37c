import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FailingCase } from '../../simulator/shrink.ts';
import { simulate } from '../../simulator/simulate.ts';

const folder = join(import.meta.dirname, '..', '..', 'simulator', 'seeds');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

describe('what broke a law once', () => {
  it.each(files)('breaks none any more: %s', async (name) => {
    const { options }: FailingCase = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const { violations } = await simulate(options);
    expect(violations).toEqual([]);
  });
});
