import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { definitions, definitionText } from '../../lib/workflow/definitions.ts';

const root = join(import.meta.dirname, '..', '..');

it.each(['reconcile', 'retire-token'] as const)('the builder gives exactly the definition of the file: %s', (name) => {
  const file = JSON.parse(readFileSync(join(root, 'lib', 'workflow', `${name}.asl.json`), 'utf8'));
  expect(definitions[name]).toStrictEqual(file);
  expect(JSON.parse(definitionText(name))).toStrictEqual(file);
});
