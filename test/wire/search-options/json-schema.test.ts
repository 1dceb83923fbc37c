import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profiles } from '../../../lib/core/model/model.ts';
import { checkSearchConfig } from '../../../lib/wire/search-options/check.ts';
import {
  type JsonSchema,
  searchConfigJsonSchema,
  searchConfigRulesJsonSchema,
} from '../../../lib/wire/search-options/schema.ts';
import { searchProductName } from '../../../lib/wire/search-product-name.ts';
import { anyConfig, roughConfig } from './any-config.ts';
import { factsOf } from './facts.ts';
import { untypedIn } from './untyped.ts';

interface Node {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly deprecated?: boolean;
  readonly writeOnly?: boolean;
  readonly additionalProperties?: boolean;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly [keyword: string]: unknown;
}

/** The schema of an option by its path, `[]` for an item of a list. */
const nodeAt = (schema: Node, path: string): Node | undefined =>
  path.split('.').reduce<Node | undefined>((node, step) => {
    const property = node?.properties?.[step.replace('[]', '')];
    return step.endsWith('[]') ? property?.items : property;
  }, schema);

/** The bounds of an option in JSON Schema keywords. */
const boundsOf = (fact: ReturnType<typeof factsOf>[number]) => ({
  ...(fact.minimum === undefined ? {} : { minimum: fact.minimum }),
  ...(fact.maximum === undefined ? {} : { maximum: fact.maximum }),
  ...(fact.maxItems === undefined ? {} : { maxItems: fact.maxItems }),
  ...(fact.maxLength === undefined || fact.enum !== undefined ? {} : { maxLength: fact.maxLength }),
  ...(fact.enum === undefined ? {} : { enum: fact.nullable ? [...fact.enum, null] : fact.enum }),
  ...(fact.type === 'object' ? { additionalProperties: false } : {}),
});

describe.each(profiles)('the JSON Schema of the profile %s', (profile) => {
  const schema = searchConfigJsonSchema(profile) as Node;

  it('is of draft 2020-12 and refuses unknown members', () => {
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.additionalProperties).toBe(false);
  });

  it('has a type at every depth, and no choice of schemas (pf 2.14 types)', () => {
    expect(untypedIn(schema)).toEqual([]);
    expect(JSON.stringify(schema)).not.toMatch(/"(anyOf|oneOf|allOf)"/);
  });

  it.each(factsOf(profile))('describes $path, with its bounds beside its types', (fact) => {
    const node = nodeAt(schema, fact.path);
    expect(node?.title).toBeTruthy();
    expect(node?.description).toBeTruthy();
    const types = [fact.type, ...(fact.nullable ? ['null'] : [])].flat();
    expect([node?.type].flat().toSorted()).toEqual(types.toSorted());
    expect(node).toMatchObject(boundsOf(fact));
    expect(node?.default).toEqual(fact.default);
    expect(node?.deprecated === true).toBe(fact.deprecated === true);
    expect(node?.writeOnly === true).toBe(fact.secret === true);
  });
});

const takes = (schema: JsonSchema): ((config: unknown) => boolean) => {
  const validate = new Ajv2020({ allowUnionTypes: true, strictRequired: false }).compile(schema);
  return (config) => validate(config);
};

describe.each(profiles)('the JSON Schema with the rules between options, in the profile %s', (profile) => {
  const isTaken = takes(searchConfigRulesJsonSchema(profile));
  const isValid = (config: unknown) =>
    checkSearchConfig(config, { whole: true, creates: true, profile }).issues.length === 0;

  it('takes what config check takes, and refuses what it refuses', () => {
    const counts = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(fc.oneof(roughConfig(profile), anyConfig), (config) => {
        const valid = isValid(config);
        counts[valid ? 'taken' : 'refused'] += 1;
        expect({ config, taken: isTaken(config) }).toEqual({ config, taken: valid });
      }),
      { numRuns: 150 },
    );
    expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(20);
  });

  // §2.4 rule 1, §2.4 rule 5, §2.4 rule 7
  it.each([
    { disable_replication_factor_adjustment: true },
    { disable_replication_factor_adjustment: false },
    { disable_replication_factor_adjustment: null },
    { recovery_basebackup_name: 'b' },
    { recovery_basebackup_name: 'b', service_to_fork_from: null },
    { recovery_basebackup_name: 'b', service_to_fork_from: 'a' },
    { service_to_fork_from: 'a', project_to_fork_from: 'b' },
    { engine: { indices_memory_min_index_buffer_size: 48 } },
    { engine: { indices_memory_max_index_buffer_size: 512 } },
    { engine: { indices_memory_max_index_buffer_size: 512, indices_memory_index_buffer_size: 10 } },
    { openid: { enabled: true, connect_url: 'https://idp.example.com', client_id: 'a' } },
  ])('agrees on %j', (config) => {
    expect(isTaken(config)).toBe(isValid(config));
  });

  it('agrees under the names of the platform in use too', () => {
    const words = searchProductName('finder');
    const isTakenThere = takes(words.schemaToWire(searchConfigRulesJsonSchema(profile)));
    const engine = { indices_memory_max_index_buffer_size: 512 };
    expect(isTakenThere({ finder: engine, finder_version: '2' })).toBe(false);
    expect(isTakenThere({ finder: { ...engine, indices_memory_index_buffer_size: 3 }, finder_version: '2' })).toBe(
      true,
    );
    expect(isTakenThere({ engine })).toBe(false);
  });
});
