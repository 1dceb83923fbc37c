import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import type * as z from 'zod';
import type { Profile } from '../../core/model/model.ts';
import { valueAt } from '../../core/model/plain-data.ts';
import { firstLines, visible } from '../../core/model/visible-text.ts';
import { type Wrong, wrongReferences } from './scenario-checks.ts';
import { type CompleteScenario, scenarioSchema } from './scenario-schema.ts';

/** The scenario is invalid; the message has a line for each of the first errors. */
export class ScenarioInvalid extends Error {
  override readonly name = 'ScenarioInvalid';
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(firstLines(lines).join('\n'));
    this.lines = lines;
  }
}

/**
 * An organization to serve, as plain data from a scenario file or a program. Members with a default are
 * optional.
 */
export type Scenario = z.input<typeof scenarioSchema>;

/** The sample organization: four projects with about thirty services of many types. */
export const sampleScenarioPath = new URL('./scenarios/sample.yaml', import.meta.url);

/** Each unknown key is reported at its own place; a key that is not allowed here gets the schema's reason. */
const wrongOf = (issue: z.core.$ZodIssue, data: unknown): Wrong[] => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'is an unknown key' }));
  }
  if (issue.code !== 'custom' && issue.path.length > 0 && valueAt(data, issue.path) === undefined) {
    return [{ path: issue.path, message: 'is required' }];
  }
  const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return [{ path: issue.path, message }];
};

const written = (path: readonly PropertyKey[]): string =>
  path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${String(key)}`)).join('');

type Checked = { readonly scenario: CompleteScenario } | { readonly wrong: readonly Wrong[] };

const checked = (data: unknown, profile: Profile): Checked => {
  const parsed = scenarioSchema.safeParse(data);
  if (!parsed.success) return { wrong: parsed.error.issues.flatMap((issue) => wrongOf(issue, data)) };
  const wrong = wrongReferences(parsed.data, profile);
  return wrong.length > 0 ? { wrong } : { scenario: parsed.data };
};

/** Errors of a scenario with their paths; empty if it is valid. */
export const scenarioErrors = (scenario: Scenario, profile: Profile = 'documented'): readonly Wrong[] => {
  const result = checked(scenario, profile);
  return 'wrong' in result ? result.wrong : [];
};

/**
 * Fills in every default of a scenario.
 * @param profile the profile that the options of search services must satisfy
 * @throws ScenarioInvalid with a line `path: error` per error
 */
export const completeScenario = (scenario: Scenario, profile: Profile = 'documented'): CompleteScenario => {
  const result = checked(scenario, profile);
  if ('scenario' in result) return result.scenario;
  throw new ScenarioInvalid(result.wrong.map(({ path, message }) => `${written(path) || 'scenario'}: ${message}`));
};

/** Offset of a member in the file; for a missing one, the offset of its nearest parent. */
const offsetOf = (document: Document, path: readonly PropertyKey[]): number => {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
};

/** The document as plain data; unresolved or excessive aliases are errors of the file. */
const contentOf = (document: Document, placed: (offset: number, problem: string) => string): unknown => {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new ScenarioInvalid([placed(0, `(document): ${error instanceof Error ? error.message : String(error)}`)]);
  }
};

/**
 * Reads a scenario file (YAML or JSON).
 * @param fileName prefix of every error
 * @param profile the profile that the options of search services must satisfy
 * @throws ScenarioInvalid with a line `FILE:LINE:COLUMN path: error` per error
 */
export const parseScenario = (text: string, fileName: string, profile: Profile = 'documented'): Scenario => {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const placed = (offset: number, problem: string) => {
    const { line, col } = lineCounter.linePos(offset);
    return visible(`${fileName}:${Math.max(line, 1)}:${Math.max(col, 1)} ${problem}`);
  };
  if (document.errors.length > 0) {
    throw new ScenarioInvalid(document.errors.map((error) => placed(error.pos[0], `(document): ${error.message}`)));
  }
  const result = checked(contentOf(document, placed), profile);
  if ('scenario' in result) return result.scenario;
  const lines = result.wrong
    .map(({ path, message }) => ({
      offset: offsetOf(document, path),
      problem: `${written(path) || '(document)'}: ${message}`,
    }))
    .sort((problem, other) => problem.offset - other.offset)
    .map(({ offset, problem }) => placed(offset, problem));
  throw new ScenarioInvalid(lines);
};
