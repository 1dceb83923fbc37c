import { afterAll, describe, expect, it } from 'vitest';
import { profiles } from '../../../lib/core/model/model.ts';
import { namedOptions, optionAt } from '../../../lib/wire/search-options/options.ts';
import { searchSchema } from '../../../lib/wire/search-options/schema.ts';
import { configWith, type Fact, facts, factsOf, stepsOf } from './facts.ts';

const part = searchSchema('documented', 'part');
const whole = searchSchema('documented', 'whole');

/** A value, and whether the schema must accept it. */
interface Trial {
  readonly what: string;
  readonly value: unknown;
  readonly taken: boolean;
}

const taken = (what: string, value: unknown): Trial => ({ what, value, taken: true });
const refused = (what: string, value: unknown): Trial => ({ what, value, taken: false });

const letters = (count: number) => 'a'.repeat(count);

/** One character of every class that a pattern can distinguish. */
const characters = [
  ...'aZ0-_.*?:/@+%,;=~!&#$^|',
  ...'()[]{}<>',
  ...['"', "'", '`', '\\', ' ', '\u00a0', 'é', '字', '😀', '\u007f', '\u0020', '\u001f', '\t', '\n', '\u0000'],
];

/** Each character by itself, at the beginning, in the middle and at the end. */
const ofPattern = (pattern: string): Trial[] => {
  const values = characters.flatMap((character) =>
    ['', 'a'].flatMap((end) => [`${end}${character}`, `a${character}${end}`]),
  );
  return ['', ...values].map((value) => ({ what: 'pattern', value, taken: new RegExp(pattern, 'u').test(value) }));
};

/** The longest address block has 43 characters. */
const blocks: Trial[] = [
  ...['10.0.0.0/8', '10.1.2.3/8', '0.0.0.0/0', '255.255.255.255/32', '::/0', '2001:db8::/32'].map((value) =>
    taken('format', value),
  ),
  taken('length', `${'ffff:'.repeat(7)}ffff/128`),
  ...['', 'a', '10.0.0.1', '10.0.0.0/33', '10.0.0/8', '256.0.0.0/8', '2001:db8::/129', '10.0.0.0/8 ', '::'].map(
    (value) => refused('format', value),
  ),
];

const ofLength = ({ enum: choices, minLength, maxLength }: Fact): Trial[] => [
  ...(minLength === undefined ? [] : [taken('length', letters(minLength)), refused('length', letters(minLength - 1))]),
  ...(maxLength === undefined || choices !== undefined
    ? []
    : [taken('length', letters(maxLength)), refused('length', letters(maxLength + 1))]),
];

const ofText = (fact: Fact): Trial[] => {
  const { enum: choices, pattern, minLength, format } = fact;
  const wrongTypes = [refused('wrong type', 5), refused('wrong type', true)];
  if (format !== undefined) return [...wrongTypes, ...blocks];
  return [
    ...(choices ?? [letters(Math.max(1, minLength ?? 1))]).map((value) => taken('valid', value)),
    ...wrongTypes,
    ...(choices === undefined ? [] : [refused('enum', `${choices[0]}x`), refused('enum', '')]),
    ...(pattern === undefined ? [] : ofPattern(pattern).filter(({ value }) => value !== '' || minLength === undefined)),
    ...ofLength(fact),
  ];
};

const ofNumber = ({ minimum, maximum }: Fact): Trial[] => [
  taken('valid', minimum ?? maximum ?? 1),
  refused('wrong type', '5'),
  refused('wrong type', (minimum ?? 1) + 0.5),
  refused('wrong type', false),
  ...(minimum === undefined ? [] : [taken('bound', minimum), refused('bound', minimum - 1)]),
  ...(maximum === undefined ? [] : [taken('bound', maximum), refused('bound', maximum + 1)]),
];

const itemOf = (path: string): unknown => {
  if (path.startsWith('index_patterns')) return { pattern: 'logs-*', max_index_count: 3 };
  return path.startsWith('ip_filter') ? '10.0.0.0/8' : 'search.example.com:9200';
};

const ofList = ({ path, maxItems = 0 }: Fact): Trial[] => [
  taken('valid', []),
  taken('valid', [itemOf(path)]),
  refused('wrong type', 'a'),
  refused('wrong type', {}),
  taken('length', Array(maxItems).fill(itemOf(path))),
  refused('length', Array(maxItems + 1).fill(itemOf(path))),
];

const ofObject = ({ path }: Fact): Trial[] => [
  taken('valid', path.endsWith('[]') ? itemOf(path) : {}),
  refused('wrong type', 5),
  refused('wrong type', []),
  refused('unknown member', { nobody_knows_this: 1 }),
];

const ofItem = (fact: Fact): Trial[] => [
  taken('valid', { network: '10.0.0.0/8' }),
  refused('wrong type', {}),
  ...ofText(fact),
];

const byType: Readonly<Record<string, (fact: Fact) => Trial[]>> = {
  string: ofText,
  integer: ofNumber,
  boolean: () => [taken('valid', true), taken('valid', false), refused('wrong type', 'true'), refused('wrong type', 1)],
  array: ofList,
  object: ofObject,
};

const trialsOf = (fact: Fact): Trial[] => {
  const typed = typeof fact.type === 'string' ? byType[fact.type] : ofItem;
  if (typed === undefined) throw new Error(`no trials for ${fact.path}`);
  return [...typed(fact), { what: 'null', value: null, taken: fact.nullable === true }];
};

const tried = new Map<string, number>();
const note = (what: string) => tried.set(what, (tried.get(what) ?? 0) + 1);

describe('every option (§2.4)', () => {
  afterAll(() => {
    const names = facts.filter(({ spec }) => spec !== undefined).length;
    const counts = [...tried].map(([what, count]) => `${what} ${count}`).join(', ');
    process.stdout.write(`search options: ${names} names and ${facts.length - names} shapes below them; ${counts}\n`);
  });

  it('is one of the 95 names or a shape below them, and the schema has no other', () => {
    const optionPaths = facts.filter(({ path }) => !path.includes('[]')).map(({ path }) => path);
    expect(facts.filter(({ spec }) => spec !== undefined)).toHaveLength(95);
    for (const profile of profiles) {
      expect(
        namedOptions(profile)
          .map(({ path }) => path.join('.'))
          .sort(),
      ).toEqual(optionPaths.toSorted());
    }
  });

  const expectTrials = (schema: typeof part, fact: Fact) => {
    for (const { what, value, taken: isTaken } of trialsOf(fact)) {
      note(what);
      const { success } = schema.safeParse(configWith(fact.path, value));
      expect({ what, value: JSON.stringify(value).slice(0, 40), taken: success }).toEqual({
        what,
        value: JSON.stringify(value).slice(0, 40),
        taken: isTaken,
      });
    }
  };

  // §2.4 null values, §2.4 bounds and patterns
  it.each(facts.filter(({ spec }) => spec !== undefined))('§2.4 $path is taken and refused as $spec', (fact) => {
    expect([fact.type, ...(fact.nullable ? ['null'] : [])].join('|')).toBe(fact.spec);
    expectTrials(part, fact);
  });

  describe.each(profiles)('in the profile %s', (profile) => {
    const schema = searchSchema(profile, 'part');

    // §2.4 null values, §2.4 bounds and patterns, pf 4
    const rest = factsOf(profile).filter(({ spec }) => profile !== 'documented' || spec === undefined);
    it.each(rest)('$path is taken and refused as its type, bounds and nullability say', (fact) => {
      expectTrials(schema, fact);
    });

    it.each(factsOf(profile))('$path bears its marks: required, default, deprecated, create-only, secret', (fact) => {
      const steps = stepsOf(fact.path);
      const option = optionAt(steps, profile);
      const group = optionAt(steps.slice(0, -1), profile);
      expect({
        required: group?.required?.includes(String(steps.at(-1))) || undefined,
        default: option?.default,
        deprecated: option?.['x-deprecated'] === undefined ? undefined : true,
        createOnly: option?.['x-create-only'],
        secret: option?.writeOnly,
      }).toEqual({
        required: fact.required,
        default: fact.default,
        deprecated: fact.deprecated,
        createOnly: fact.createOnly,
        secret: fact.secret,
      });
      expect(option?.title).toMatch(/^[A-Z]/);
      expect(option?.description).not.toBe('');
    });
  });
});

/** Objects with required members, with all of those. */
const objects = {
  saml: { enabled: true, idp_metadata_url: 'https://idp.example.com', idp_entity_id: 'idp', sp_entity_id: 'sp' },
  openid: { enabled: true, connect_url: 'https://idp.example.com', client_id: 'search', client_secret: 'hush' },
};

describe('required members', () => {
  const cases = Object.entries(objects).flatMap(([name, object]) =>
    Object.keys(object).map((member) => ({ name, member, object: object as Record<string, unknown> })),
  );

  it('are those of the table', () => {
    const required = facts.filter((fact) => fact.required && !fact.path.includes('[]')).map(({ path }) => path);
    expect(required.sort()).toEqual(cases.map(({ name, member }) => `${name}.${member}`).sort());
  });

  it.each(cases)('$name.$member must be there in a whole and may be missing in a part', ({ name, member, object }) => {
    const { [member]: _, ...rest } = object;
    expect(whole.safeParse({ [name]: object }).success).toBe(true);
    expect(whole.safeParse({ [name]: rest }).success).toBe(false);
    expect(part.safeParse({ [name]: rest }).success).toBe(true);
  });

  it.each([
    { index_patterns: [{ pattern: 'a' }] },
    { index_patterns: [{ max_index_count: 1 }] },
    { ip_filter: [{ description: 'a' }] },
  ])('of an item must be there in a part too: %j', (config) => {
    expect(part.safeParse(config).success).toBe(false);
  });
});

it.each([5, 'a', null, [], true, undefined])('a configuration is an object, not %j', (value) => {
  expect(whole.safeParse(value).success).toBe(false);
});
