import { PolicyInvalid } from '../contract/errors.ts';
import type { Profile } from '../core/model/model.ts';
import type { Policy, PricePolicy, Rule, SearchBaseline } from '../core/model/policy-document.ts';
import { visible } from '../core/model/visible-text.ts';
import { problemsOf } from './document-errors.ts';
import type { DocumentProblem } from './document-problem.ts';
import { readDocument } from './document-text.ts';
import { toFreezePolicy } from './freeze-schema.ts';
import { limitProblems } from './limits-schema.ts';
import { bareSchema, type PolicyDocument, policySchemaOf } from './policy-schema.ts';
import { wantedOptions } from './search-baseline-schema.ts';

const toRule = ({ maxAdditionalGb, ...rule }: PolicyDocument['rules'][number]): Rule => ({
  ...rule,
  maxAdditionalGb: maxAdditionalGb === 'forecast' ? rule.forecast?.ceilingGb : maxAdditionalGb,
});

const toBaseline =
  (profile: Profile) =>
  ({ name, match, config }: NonNullable<PolicyDocument['searchConfiguration']>[number]): SearchBaseline => ({
    name,
    match,
    options: wantedOptions(config, profile),
  });

const toPrices = (prices: PolicyDocument['prices']): PricePolicy => ({
  ...prices,
  // Only USD may omit the rate; the schema requires it for every other currency.
  exchangeRate: prices.exchangeRate ?? '1',
  default: prices.default ?? null,
  table: prices.table ?? [],
});

/** Compiling a parser for the schema takes longer than parsing one document. */
const jitless = { jitless: true };

type Checked = { readonly document: PolicyDocument } | { readonly problems: readonly DocumentProblem[] };

const check = (value: unknown, profile: Profile): Checked => {
  const bare = bareSchema.safeParse(value, jitless);
  if (bare.success) return { document: bare.data };
  const schema = policySchemaOf(profile);
  const whole = schema.safeParse(value, jitless);
  return whole.success ? { document: whole.data } : { problems: problemsOf(schema, value, whole.error.issues) };
};

/** Characters of a policy document; people write a hundredth of it. */
const mostCharacters = 4 * 1024 * 1024;

const parse = (text: string, fileName: string, profile: Profile): Policy => {
  if (text.length > mostCharacters)
    throw new PolicyInvalid(visible(`${fileName}: has more than 4 MiB; use fewer rules that match many services each`));
  const reading = readDocument(text, fileName);
  if ('errors' in reading) throw new PolicyInvalid(reading.errors);
  const { value, formatErrors } = reading.read;
  const checked = check(value, profile);
  if ('problems' in checked) throw new PolicyInvalid(formatErrors(checked.problems));
  const { document } = checked;
  const errors = formatErrors(limitProblems(document));
  if (errors !== '') throw new PolicyInvalid(errors);
  const { version: _, managedElsewhere = [], budgets = [], searchConfiguration = [], ...rest } = document;
  const { freeze } = rest;
  return {
    ...rest,
    rules: rest.rules.map(toRule),
    managedElsewhere,
    budgets,
    prices: toPrices(rest.prices),
    searchConfiguration: searchConfiguration.map(toBaseline(profile)),
    freeze: freeze && toFreezePolicy(freeze),
  };
};

/** The valid document that was parsed last for each profile: all tasks of a run read the same one. */
const parsed = new Map<Profile, { readonly text: string; readonly policy: Policy }>();

/**
 * Parses a policy document, YAML 1.2 or JSON (design §6), at most 4 MiB, once while the text stays the same.
 * @param fileName name of the text in messages
 * @param profile profile that validates the search options of baselines
 * @throws PolicyInvalid with all errors, one per line: `FILE:LINE:COLUMN path: message`
 */
export const parsePolicy = (text: string, fileName: string, profile: Profile = 'documented'): Policy => {
  const last = parsed.get(profile);
  if (last?.text === text) return last.policy;
  const policy = parse(text, fileName, profile);
  parsed.set(profile, { text, policy });
  return policy;
};

/**
 * Parses a policy document for callers that do not know the profile and need nothing that depends on it, such as the mode.
 * @throws PolicyInvalid with the errors of the documented profile if the document is invalid in both
 */
export const parsePolicyOfAnyProfile = (text: string, fileName: string): Policy => {
  try {
    return parsePolicy(text, fileName, 'current');
  } catch {
    return parsePolicy(text, fileName, 'documented');
  }
};
