import { includedJsonSchema, policyJsonSchema } from '../../lib/documents/policy-json-schema.ts';

/** Where the page is. */
export const page = 'docs/policy.md';

/** The keywords of JSON Schema that the schema of the policy uses. */
interface Node {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | false;
  readonly required?: readonly string[];
  readonly multipleOf?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

const numberText = ({ multipleOf, minimum, maximum }: Node): string => {
  const kind = multipleOf === 1 ? 'whole number' : 'number';
  if (maximum === undefined) return minimum === undefined ? kind : `${kind}, ${minimum} or more`;
  return `${kind}, ${minimum} to ${maximum}`;
};

const typeText = (node: Node): string => {
  if (node.const !== undefined) return code(node.const);
  if (node.enum !== undefined) return node.enum.map(code).join(', ');
  if (node.anyOf !== undefined) return node.anyOf.map(typeText).join(' or ');
  if (node.type === 'array') return `list of ${typeText(node.items ?? {})}`;
  if (node.type === 'number') return numberText(node);
  if (node.type === 'string') return 'text';
  if (node.type === 'boolean') return `${code(true)}, ${code(false)}`;
  return typeof node.additionalProperties === 'object'
    ? `mapping of text to ${typeText(node.additionalProperties)}`
    : 'mapping';
};

/** Text in a cell: a bar would end it, and the other marks are not meant as Markdown. */
const cell = (text: string): string => text.replaceAll(/[|*_<]/g, '\\$&');

interface Field {
  readonly path: string;
  readonly node: Node;
  readonly isRequired: boolean;
}

/** Selectors have a table of their own; the options of search services are listed by a command. */
const isApart = (path: string): boolean =>
  (path.endsWith('.match') && path !== 'notify[].match') || path.endsWith('.config');

/** The members of an object and all below, in the order of the schema, by their paths in a document. */
const fieldsBelow = ({ properties = {}, required = [] }: Node, path: string): Field[] =>
  Object.entries(properties).flatMap(([name, node]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const field = { path: own, node, isRequired: required.includes(name) };
    if (isApart(own)) return [field];
    return [field, ...(node.items === undefined ? fieldsBelow(node, own) : fieldsBelow(node.items, `${own}[]`))];
  });

const typeCell = ({ path, node }: Field): string => {
  if (path.endsWith('.match')) return '[match](#match)';
  return path.endsWith('.config') ? 'mapping; `headroom config schema` prints its schema' : typeText(node);
};

/** A mapping that is left out is one whose members all have their defaults. */
const defaultCell = ({ node, isRequired }: Field): string => {
  if (isRequired) return 'required';
  const isEmpty = JSON.stringify(node.default) === '{}';
  return node.default === undefined || isEmpty ? '' : code(node.default);
};

const table = (fields: readonly Field[]): string[] => [
  '| Field | Meaning | Type | Default |',
  '|---|---|---|---|',
  ...fields.map(
    (field) =>
      `| ${code(field.path)} | ${cell(field.node.description ?? '')} | ${typeCell(field)} | ${defaultCell(field)} |`,
  ),
];

/** The page of every field of the policy document, from the published schema. */
export const policyPage = (): string => {
  const schema = policyJsonSchema() as Node;
  const match = schema.properties?.rules?.items?.properties?.match ?? {};
  return [
    '# Policy reference',
    '',
    'Every field of the policy document with its meaning, type and default. `npm run policy-reference` writes this page from',
    'the schema that `headroom validate --schema` prints; do not edit it. [policies/](policies) holds policies that run.',
    '',
    'A field without a default may be absent. An unknown field is an error.',
    '',
    ...table(fieldsBelow(schema, '')),
    '',
    '## Included files',
    '',
    "`include` lists files in which teams choose for their own projects ([example](policies/teams.yaml), with [cases](policy-tests/teams.yaml)). A team's file has these fields",
    'only, and its values stay within the bounds of its entry in `include`; `headroom validate --schema --included` prints its schema.',
    'Everything else stays with the document: mode, budgets, prices, guardrails, freezes, search options.',
    '',
    '- Rules of included files are tried in the order of `include`, after rules with `beforeIncludes` and before all others.',
    '- They match only services in the `projects` of their entry, whatever their `match` says. `validate` warns of a rule that matches none.',
    '- In these projects the tag `<prefix>-max-gb` sets at most the `maxAdditionalGb` of the entry, or the maximum of the rule if that is',
    '  larger. `maxByTagGb` bounds the tag for one rule, `limits` for the whole organization. A tag that requests more gets the bound, and',
    '  the finding `tag-above-limit` says so. Without any of the three a tag is limited by budgets and guardrails only.',
    '- With `budget`, all services in these projects belong to that budget, whatever their tags say.',
    '- A grant (`headroom grant`) is a decision of a person with write access to the store: these bounds do not limit it, budgets and',
    '  guardrails do.',
    '',
    'Each included file, and the calendar of `freeze`, is a regular file of at most 1 MiB that is reached without symbolic links: a team',
    'could otherwise have a program read what the team may not see. A document with its files has at most 4 MiB.',
    '',
    'Errors name the file, line and bound. `headroom policy put` stores the document with its files as one text, in which each file follows a',
    'line `--- # include: FILE`; every command takes that text too, so a run never needs the files.',
    '',
    ...table(fieldsBelow(includedJsonSchema() as Node, '')),
    '',
    '## Match',
    '',
    'A `match` has at least one of these fields, and a service must meet all of them.',
    '',
    ...table(fieldsBelow(match, '')),
    '',
  ].join('\n');
};
