import * as z from 'zod';
import { PolicyInvalid } from '../../contract/errors.ts';
import { isCalendarDate } from '../../core/model/durations.ts';
import type { PolicyCase } from '../../core/policy/policy-cases.ts';
import { problemsOf } from '../document-errors.ts';
import type { DocumentProblem } from '../document-problem.ts';
import { type DocumentRead, readDocument } from '../document-text.ts';
import { name, uniqueNames, whole } from '../policy-parts.ts';

type Checked<T> = { readonly data: T; readonly format: DocumentRead['format'] } | { readonly errors: string };

/**
 * Reads a document that a schema describes, YAML 1.2 or JSON.
 * @param problemsIn what else is wrong with a document that the schema accepts
 * @returns the document, or all errors, one per line: `FILE:LINE:COLUMN path: message`
 */
const readChecked = <T>(
  text: string,
  fileName: string,
  schema: z.ZodType<T>,
  problemsIn: (data: T) => readonly DocumentProblem[] = () => [],
): Checked<T> => {
  const reading = readDocument(text, fileName);
  if ('errors' in reading) return reading;
  const { value, format, formatErrors } = reading.read;
  // Compiling a parser for the schema takes longer than parsing one document.
  const { success, data, error } = schema.safeParse(value, { jitless: true });
  const errors = formatErrors(success ? problemsIn(data) : problemsOf(schema, value, error.issues));
  return success && errors === '' ? { data, format } : { errors };
};

/** The cases that people write beside a policy, for `headroom policy test`. */

const tags = z.record(z.string(), z.string('must be text: put it in quotes')).default({});

const given = z.strictObject({
  project: name,
  service: name.default('service'),
  type: name,
  plan: name.default('any plan'),
  cloud: name.default('any cloud'),
  state: name.default('RUNNING'),
  tags,
  projectTags: tags,
  today: z.string().refine(isCalendarDate, 'must be a date such as 2030-06-15').optional(),
});

const expected = z
  .strictObject({
    effect: z.enum(['enable', 'disable', 'ignore']).optional(),
    maximum: whole.nullable().optional(),
    rule: name.nullable().optional(),
    budget: name.nullable().optional(),
    exempt: z.boolean().optional(),
  })
  .refine(
    (members) => Object.keys(members).length > 0,
    'must expect at least one of effect, maximum, rule, budget, exempt',
  );

/** Cases belong beside the policy or in a folder of their own, so the path may lead upwards. */
const policyPath = z
  .string()
  .regex(
    /^(?:\.{1,2}\/)*(?:[^./\\][^/\\]*\/)*[^./\\][^/\\]*\.(?:yaml|yml|json)$/,
    'must be the path of a YAML or JSON file from the folder of this document, like ../policies/org-wide.yaml',
  );

const casesSchema = z.strictObject({
  policy: policyPath.optional(),
  cases: z
    .array(z.strictObject({ name, given, expect: expected }))
    .min(1, 'must list at least one case')
    .check(uniqueNames('cases', 'cases')),
});

/** Cases, the policy they name, and the place of each case in the text. */
export interface PolicyCases {
  /** Path of the policy document relative to the file of the cases; absent if the file names none. */
  readonly policy?: string;
  readonly cases: readonly PolicyCase[];
  /** `FILE:LINE:COLUMN` of the case at an index. */
  readonly positionOf: (index: number) => string;
}

/**
 * Parses the cases for a policy, YAML 1.2 or JSON.
 * @throws PolicyInvalid with all errors, one per line: `FILE:LINE:COLUMN path: message`
 */
export const parsePolicyCases = (text: string, fileName: string): PolicyCases => {
  const checked = readChecked(text, fileName, casesSchema);
  if ('errors' in checked) throw new PolicyInvalid(checked.errors);
  const { data, format } = checked;
  const positionOf = (index: number): string =>
    /^.*?:\d+:\d+(?= )/.exec(format([{ path: ['cases', index], message: '', atKey: false }]))?.[0] ?? fileName;
  return { ...data, positionOf };
};
