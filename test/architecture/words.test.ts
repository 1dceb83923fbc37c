import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from '../files-below.ts';

const root = join(import.meta.dirname, '..', '..');

/** Words that the design replaced (design §2), and where one must stay so that older stores and alarms are still read. */
const replaced = /\b(?:told|whoever|foreseen?|nobody|somebody|hello|carryOut|tied?)\b/g;
const mustStay: Readonly<Record<string, readonly string[]>> = {
  'docs/internals/decisions.md': ['hello'],
  'docs/runbook.md': ['hello'],
  'lib/infra/monitoring/conditions.ts': ['hello'],
};

it('code and documents use the words of the design, and an old one only where something stored has it', () => {
  const files = [...filesBelow('lib', 'functions', 'bin', 'docs'), 'README.md', 'CHANGELOG.md'];
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(replaced)]
      .map(([word]) => word)
      .filter((word) => !mustStay[file]?.includes(word))
      .map((word) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});
