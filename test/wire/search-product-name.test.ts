import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { namedOptions } from '../../lib/wire/search-options/options.ts';
import { searchConfigJsonSchema } from '../../lib/wire/search-options/schema.ts';
import { searchProductName } from '../../lib/wire/search-product-name.ts';

/** Every option with a value, by its neutral name. */
const fullConfig = (): Record<string, unknown> => {
  const config: Record<string, unknown> = {};
  for (const { path, option } of namedOptions('documented')) {
    let at = config;
    for (const step of path.slice(0, -1)) at = at[step] as Record<string, unknown>;
    at[path.at(-1) ?? ''] = option.properties === undefined ? path.join('.') : {};
  }
  return config;
};

const usable = fc.stringMatching(/^[a-z][a-z0-9_]{0,30}$/).filter((word) => {
  try {
    searchProductName(word);
    return true;
  } catch {
    return false;
  }
});

const namesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, below]) => [name, ...namesIn(below)])
    : [];

describe('the search product’s word (§0 naming rule; pf 4)', () => {
  const words = searchProductName('opensearch');

  it('stands in the service type and in every name that carries it, and nowhere else', () => {
    const inside = {
      engine_version: '2',
      engine: { email_sender_name: 'engine', http_max_header_size: 8192 },
      engine_dashboards: { enabled: true, engine_request_timeout: 30000 },
      public_access: { engine: true, engine_dashboards: false, prometheus: true },
      private_access: { engine: true },
      privatelink_access: { engine_dashboards: true },
      custom_domain: 'engine.example.com',
      index_patterns: [{ pattern: 'engine', max_index_count: 1 }],
    };
    const wire = {
      opensearch_version: '2',
      opensearch: { email_sender_name: 'engine', http_max_header_size: 8192 },
      opensearch_dashboards: { enabled: true, opensearch_request_timeout: 30000 },
      public_access: { opensearch: true, opensearch_dashboards: false, prometheus: true },
      private_access: { opensearch: true },
      privatelink_access: { opensearch_dashboards: true },
      custom_domain: 'engine.example.com',
      index_patterns: [{ pattern: 'engine', max_index_count: 1 }],
    };
    expect(words.configToWire(inside)).toEqual(wire);
    expect(words.configFromWire(wire)).toEqual(inside);
    expect(['engine', 'pg', 'opensearch_like'].map(words.typeToWire)).toEqual(['opensearch', 'pg', 'opensearch_like']);
    expect(['opensearch', 'pg'].map(words.typeFromWire)).toEqual(['engine', 'pg']);
  });

  it('turns a neutral name on the wire into an unknown one, instead of letting both mean the same', () => {
    expect(words.configFromWire({ engine_version: '2', opensearch_version: '1' })).toEqual({
      opensearch_version: '2',
      engine_version: '1',
    });
    expect(words.typeFromWire('engine')).toBe('opensearch');
  });

  it('stands in paths and in the JSON Schema', () => {
    expect(words.pathToWire(['engine_dashboards', 'engine_request_timeout'])).toEqual([
      'opensearch_dashboards',
      'opensearch_request_timeout',
    ]);
    expect(words.pathToWire(['index_patterns', 0, 'engine'])).toEqual(['index_patterns', 0, 'engine']);
    const schema = words.schemaToWire(searchConfigJsonSchema('documented'));
    const top = Object.keys(schema.properties as object);
    expect(top).toContain('opensearch_version');
    expect(top.filter((name) => name.startsWith('engine'))).toEqual([]);
  });

  it('is the inside one unless another is set: then nothing changes', () => {
    const same = searchProductName('engine');
    expect(same.configToWire(fullConfig())).toEqual(fullConfig());
    expect(same.typeFromWire('engine')).toBe('engine');
  });

  it('changes each of the names that carry it, for any word, and gives every tree back as it was', () => {
    fc.assert(
      fc.property(usable, (word) => {
        const of = searchProductName(word);
        const config = fullConfig();
        const wire = of.configToWire(config);
        expect(namesIn(wire)).toHaveLength(namesIn(config).length);
        expect(of.configFromWire(wire)).toEqual(config);
        expect(of.typeFromWire(of.typeToWire('engine'))).toBe('engine');
      }),
    );
  });

  it('restores any tree, also one with unknown names', () => {
    const name = fc.oneof(
      fc.constantFrom(
        'engine',
        'engine_version',
        'engine_dashboards',
        'engine_request_timeout',
        'public_access',
        '__proto__',
      ),
      fc.constantFrom('word', 'word_version', 'word_dashboards', 'word_request_timeout', 'toString'),
      fc.string({ maxLength: 6 }),
    );
    const { tree } = fc.letrec((reference) => ({
      tree: fc
        .array(fc.tuple(name, reference('value')), { maxLength: 4 })
        .map((entries) => Object.fromEntries(entries)),
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.integer(),
        fc.array(fc.string(), { maxLength: 2 }),
        reference('tree'),
      ),
    }));
    const of = searchProductName('word');
    fc.assert(
      fc.property(tree as fc.Arbitrary<Record<string, unknown>>, (config) => {
        expect(of.configFromWire(of.configToWire(config))).toEqual(config);
        expect(of.configToWire(of.configFromWire(config))).toEqual(config);
      }),
    );
  });

  test.each([
    ['saml', 'an option'],
    ['ip_filter', 'an option'],
    ['prometheus', 'a member of the access objects'],
    ['engine_version', 'an option that carries the word'],
    ['engine_dashboards', 'an option that carries the word'],
    ['pg', 'another service type'],
    ['jwt', 'an option of the live platform'],
    ['', 'empty'],
    ['Engine', 'not in lower case'],
    ['1st', 'with a digit first'],
    ['a-b', 'with a dash'],
    ['a'.repeat(32), 'too long'],
  ])('is refused when it is %j: %s', (word) => {
    expect(() => searchProductName(word)).toThrow(/cannot name the search engine: .*use/);
  });
});
