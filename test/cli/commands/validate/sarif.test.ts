import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { sarifOf } from '../../../../lib/cli/commands/validate/sarif.ts';
import { checkPolicy } from '../../../../lib/documents/policy-check.ts';

const schemaFile = 'node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json';
const {
  $schema: _draft,
  id: _id,
  ...schema
} = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', '..', schemaFile), 'utf8'));
/** The published schema of SARIF; a URI is checked by parsing it. */
const ajv = new Ajv({
  strict: false,
  unicodeRegExp: false,
  allErrors: true,
  formats: { uri: URL.canParse, 'uri-reference': /^[^ \\]*$/, 'date-time': true },
});
const accepts = ajv.compile(schema);
const valid = <T>(document: T): T => {
  accepts(document);
  expect(accepts.errors).toBeNull();
  return document;
};

const resultsOf = (text: string, file = 'policy.yaml') =>
  valid(sarifOf(file, checkPolicy(text, file))).runs.flatMap(({ results }) =>
    results.map(({ ruleId, level, locations: [{ physicalLocation } = {}] }) => ({
      ruleId,
      level,
      uri: physicalLocation?.artifactLocation.uri,
      ...physicalLocation?.region,
    })),
  );

const wrong = 'version: 1\nmode: enforced\nrules:\n  - { name: a, match: { project: "*" }, effect: ignore }\n';
const shadowing = `version: 1
rules:
  - { name: all, match: { project: "*" }, effect: ignore }
  - { name: prod, match: { project: "*-prod" }, effect: disable }
searchConfiguration:
  - { name: logs, match: { project: "*" }, config: { engine: { reindex_remote_whitelist: ["a:9200"] } } }
`;

describe('the SARIF of a policy', () => {
  it('has each error with its file, line and column', () => {
    expect(resultsOf(wrong)).toEqual([
      { ruleId: 'invalid-policy', level: 'error', uri: 'policy.yaml', startLine: 2, startColumn: 7 },
    ]);
  });

  it('says of likely mistakes and of consequences that they are no errors', () => {
    expect(resultsOf(shadowing)).toEqual([
      { ruleId: 'likely-mistake', level: 'warning', uri: 'policy.yaml', startLine: 4, startColumn: 26 },
      { ruleId: 'consequence', level: 'note', uri: 'policy.yaml', startLine: 6, startColumn: expect.any(Number) },
    ]);
  });

  it('has no result for a document without problems, and still names its rules', () => {
    const { runs } = valid(sarifOf('p.yaml', checkPolicy(wrong.replace('enforced', 'enforce'), 'p.yaml')));
    expect([runs[0]?.results, runs[0]?.tool.driver.rules.length]).toEqual([[], 3]);
  });

  it('keeps a relative path relative to the repository, and makes an address of an absolute one', () => {
    const uris = ['./teams/a b.yaml', '/etc/policy.yaml'].map((file) => resultsOf(wrong, file)[0]?.uri);
    expect(uris).toEqual(['teams/a%20b.yaml', 'file:///etc/policy.yaml']);
  });

  it('keeps the count of errors beyond the first ones, at the file', () => {
    const many = `version: 1\nrules:\n${'  - { name: 1, effect: 2 }\n'.repeat(400)}`;
    const check = checkPolicy(many, 'policy.yaml');
    const results = resultsOf(many);
    expect([check.errorCount > check.errors.length, results.length]).toEqual([true, check.errors.length]);
    expect(results.at(-1)).toEqual({ ruleId: 'invalid-policy', level: 'error', uri: 'policy.yaml' });
  });
});
