import { PolicyInvalid } from '../contract/errors.ts';
import type { Include, Policy, PricePolicy, Rule, SearchBaseline } from '../core/model/policy-document.ts';
import type { Profile } from '../core/model/profile.ts';
import type { DocumentProblem } from './document-problem.ts';
import { problemsOf } from './document-errors.ts';
import { readDocument } from './document-text.ts';
import { toFreezePolicy } from './freeze-schema.ts';
import { includeProblems } from './include/bounds.ts';
import type { IncludedFile } from './include/include-schema.ts';
import { type Included, readIncluded } from './include/read-included.ts';
import { assertPolicySize, splitSources } from './include/sources.ts';
import type { TeamDocument } from './include/team-schema.ts';
import { bareSchema, type PolicyDocument, policySchemaOf } from './policy-schema.ts';
import { toPreparations } from './resize/resize-schema.ts';
import { wantedOptions } from './search-baseline-schema.ts';

const toRule = ({ maxAdditionalGb, ...rule }: TeamDocument['rules'][number]): Rule => ({
  ...rule,
  maxAdditionalGb: maxAdditionalGb === 'forecast' ? rule.forecast?.ceilingGb : maxAdditionalGb,
});

/** A rule of an included file: it matches only given projects, and an omitted share is the best that the file may have. */
const toIncludedRule =
  (bounds: IncludedFile) =>
  (written: TeamDocument['rules'][number]): Rule => {
    const rule = toRule(written);
    const place = { match: { ...rule.match, within: bounds.projects }, file: bounds.file };
    if (rule.effect !== 'enable') return { ...rule, ...place };
    const { priority = bounds.priority, maxByTagGb = bounds.maxAdditionalGb } = rule;
    return { ...rule, ...place, priority, maxByTagGb };
  };

/** The rules in the order in which they are tried. */
const toRules = (rules: PolicyDocument['rules'], included: readonly Included[]): Rule[] => {
  const own = (isBefore: boolean): Rule[] =>
    rules
      .filter(({ beforeIncludes = false }) => beforeIncludes === isBefore)
      .map(({ beforeIncludes: _, ...rule }) => toRule(rule));
  const ofFiles = included.flatMap(({ bounds, document }) => document.rules.map(toIncludedRule(bounds)));
  return [...own(true), ...ofFiles, ...own(false)];
};

const toAccept = (own: PolicyDocument['accept'], included: readonly Included[]): Policy['accept'] => {
  const ofFiles = included.flatMap(({ bounds, document: { accept = [] } }) =>
    accept.map((entry) => ({ ...entry, match: { ...entry.match, within: bounds.projects } })),
  );
  return own === undefined && ofFiles.length === 0 ? undefined : [...(own ?? []), ...ofFiles];
};

const toInclude = ({ file, projects, maxAdditionalGb, budget }: IncludedFile): Include => ({
  file,
  projects,
  maxAdditionalGb,
  budget,
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

const parse = (text: string, fileName: string, profile: Profile): Policy => {
  assertPolicySize(text.length, fileName);
  const sources = splitSources(text);
  const reading = readDocument(sources.main, fileName);
  if ('errors' in reading) throw new PolicyInvalid(reading.errors);
  const { value, formatErrors } = reading.read;
  const checked = check(value, profile);
  if ('problems' in checked) throw new PolicyInvalid(formatErrors(checked.problems));
  const { document } = checked;
  const { included, ...files } = readIncluded(document, sources, fileName);
  const errors = [formatErrors([...includeProblems(document), ...files.problems]), ...files.errors];
  if (errors.some((lines) => lines !== '')) throw new PolicyInvalid(errors.filter((lines) => lines !== '').join('\n'));
  const { version: _, include, managedElsewhere = [], budgets = [], searchConfiguration = [], ...rest } = document;
  const { freeze } = rest;
  return {
    ...rest,
    rules: toRules(rest.rules, included),
    includes: include?.map(toInclude),
    managedElsewhere,
    accept: toAccept(rest.accept, included),
    budgets,
    prices: toPrices(rest.prices),
    prepare: toPreparations(rest.prepare),
    searchConfiguration: searchConfiguration.map(toBaseline(profile)),
    freeze: freeze && toFreezePolicy(freeze),
  };
};

/** The valid document that was parsed last for each profile: all tasks of a run read the same one. */
const parsed = new Map<Profile, { readonly text: string; readonly policy: Policy }>();

/**
 * Parses a policy document, YAML 1.2 or JSON (design §6), with its included files (`PolicySources`), at most 4 MiB, once while the
 * text stays the same.
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
