import { policyJsonSchema } from '../../lib/documents/policy-json-schema.ts';

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

/** The bound of every maximum, far above any disk. */
const largestGb = 1_000_000;

const numberText = ({ multipleOf, minimum, maximum }: Node): string => {
  const kind = multipleOf === 1 ? 'whole number' : 'number';
  if (maximum === largestGb) return kind;
  if (maximum === undefined) return minimum === undefined ? kind : `${kind}, ${minimum} or more`;
  return `${kind}, ${minimum} to ${maximum}`;
};

const typeText = (node: Node): string => {
  if (node.const !== undefined) return code(node.const);
  if (node.enum !== undefined) return node.enum.map(code).join(', ');
  if (node.anyOf?.[1]?.items?.type === 'string') return 'text or list';
  if (node.anyOf !== undefined) return node.anyOf.map(typeText).join(' or ');
  if (node.type === 'array') return node.items?.type === 'object' ? 'list' : `list of ${typeText(node.items ?? {})}`;
  if (node.type === 'number') return numberText(node);
  if (node.type === 'string') return 'text';
  if (node.type === 'boolean') return `${code(true)}, ${code(false)}`;
  return typeof node.additionalProperties === 'object'
    ? `mapping of text to ${typeText(node.additionalProperties)}`
    : 'mapping';
};

/** Marks that are not meant as Markdown. */
const plain = (text: string): string => text.replaceAll(/[*_<]/g, '\\$&');

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

const kindText = ({ path, node }: Field): string => {
  if (path.endsWith('.match')) return '[match](#match)';
  if (path === 'accept[].code') return 'a code of [findings.md](findings.md) without an asterisk';
  return path.endsWith('.config') ? 'mapping; `headroom config schema` prints its schema' : typeText(node);
};

/** A mapping that is left out is one whose members all have their defaults. */
const defaultText = ({ node, isRequired }: Field): string => {
  if (isRequired) return '; required';
  const isEmpty = JSON.stringify(node.default) === '{}';
  return node.default === undefined || isEmpty ? '' : `; default ${code(node.default)}`;
};

/** What the section Match says once for all, and an editor shows with each field. */
const saidOnce = /: (?:globs with \* and \?; a leading ! excludes|they must meet every condition)(?=\.)/;

const meaning = ({ node }: Field): string => plain((node.description ?? '').replace(saidOnce, ''));

const list = (fields: readonly Field[]): string[] =>
  fields.map((field) => `- ${code(field.path)} (${kindText(field)}${defaultText(field)}): ${meaning(field)}`);

/** The page of every field of the policy document, from the published schema. */
export const policyPage = (): string => {
  const schema = policyJsonSchema() as Node;
  const match = schema.properties?.rules?.items?.properties?.match ?? {};
  return [
    '# Policy reference',
    '',
    'Every field of the policy document. `npm run policy-reference` writes this page from the schema that `headroom validate --schema` prints; do not',
    'edit it. [policies/](policies) holds policies that run. A field that is not required may be absent; an unknown one is an error. `maxByTagGb` does not limit `headroom grant`; `limits`, budgets and guardrails do.',
    '',
    ...list(fieldsBelow(schema, '')),
    '',
    '## How a budget is divided',
    '',
    'Once a day, and after each change of the policy, each budget is divided anew:',
    '',
    '1. What is provisioned is paid first: no disk can be made smaller. Then come grants of people.',
    '2. **Need.** A disk with room for less than 7 days gets room for 14, up to the mark at which its service gets into trouble (90 % of the',
    '   disk, search 85 %, wide-column 60 %) and the maximum of the rule. Growth counts by the larger of the forecast (P95) and the pace of the last 7',
    '   and 2 days. A disk at the threshold of its autoscaler takes at once what it gets, so it gets half the days; one without a',
    '   measurement gets a tenth of its use. A read replica needs at least what its primary needs, and a service that is powered off only what it has.',
    '3. Where the money does not reach, there is less room for all: below 5 days for 10, and so on down to below 1 day for 2. The last tier',
    '   goes down first, and in a tier the disk that is full soonest is served first. The finding `budget-short` says what would do.',
    '4. What remains of guarantees (`atLeastGb`), and one step for each disk to which nothing was added yet.',
    '5. **The rest.** `rest: keep` leaves it for later needs. Room beyond 14 days is taken back only for a need that no free money meets.',
    '   `rest: share` divides the rest by tier and weight; an autoscaler takes such room at once, and it never comes back.',
    '',
    'While more is in force than the budget pays, nothing in it is raised: a smaller amount lowers in one run and raises in the next.',
    '',
    '## What waits for an approval',
    '',
    'A run applies what harms nothing. What harms waits as one proposal, which keeps its digest while it means the same; `headroom validate`',
    'says what will wait, and how often:',
    '',
    '| waits | what |',
    '|---|---|',
    '| `room` | a lower after which a disk has less than 7 days |',
    '| `protection` | a disable that no tag of the service itself asks for |',
    '| `restart` | an option or a new size that restarts a service |',
    '| `first` | the first plan of mode enforce (`firstRun`) |',
    '| `bounds` | changes that exceed a limit, and kinds that `needApproval` lists. Raises and enables that save a disk within two days are applied, up to `maxChanges` in 24 hours |',
    '',
    'Maximums that follow the growth of disks count only for `maxGrowthPercent`. `needApproval: []` lets `room`, `protection` and restarts by',
    'options pass; `reclaim` always waits. `headroom plan --json` has `waits` with each change, and the `proposal` with its digest and times.',
    '',
    '## Match',
    '',
    'A `match` has at least one of these fields, and a service must meet all of them. Values are globs with `*` and `?`; a leading `!` excludes.',
    '',
    ...list(fieldsBelow(match, '')),
    '',
  ].join('\n');
};
