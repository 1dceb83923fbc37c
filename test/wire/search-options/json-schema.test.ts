import { expect, it } from 'vitest';
import { searchConfigJsonSchema } from '../../../lib/wire/search-options/schema.ts';
import { facts } from './facts.ts';

interface Node {
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly writeOnly?: boolean;
  readonly additionalProperties?: boolean;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly [keyword: string]: unknown;
}

const schema = searchConfigJsonSchema() as Node;

const nodeAt = (path: string): Node | undefined =>
  path.split('.').reduce<Node | undefined>((node, name) => node?.properties?.[name], schema);

it('the JSON Schema is of draft 2020-12 and refuses unknown members', () => {
  expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  expect(schema.additionalProperties).toBe(false);
});

it.each(facts.filter(({ path }) => !path.includes('[]')))('the JSON Schema describes $path', (fact) => {
  const node = nodeAt(fact.path);
  expect(node?.title).toBeTruthy();
  expect(node?.description).toBeTruthy();
  expect(node?.default).toEqual(fact.default);
  expect(node?.deprecated === true).toBe(fact.deprecated === true);
  expect(node?.writeOnly === true).toBe(fact.secret === true);
  const text = JSON.stringify(node);
  if (fact.type !== 'object') expect(text.includes('"null"')).toBe(fact.nullable === true);
  if (fact.minimum !== undefined) expect(text).toContain(`"minimum":${fact.minimum}`);
  if (fact.maximum !== undefined) expect(text).toContain(`"maximum":${fact.maximum}`);
  if (fact.type === 'string' && fact.enum === undefined && fact.maxLength !== undefined) {
    expect(text).toContain(`"maxLength":${fact.maxLength}`);
  }
  if (fact.type === 'object') expect(node?.additionalProperties).toBe(false);
});
