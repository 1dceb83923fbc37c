import { PolicyInvalid } from '../contract/errors.ts';
import type {
  Budget,
  ManagedElsewhere,
  Patterns,
  Policy,
  PricePolicy,
  Rule,
  SearchBaseline,
  Selector,
} from '../core/model/policy-document.ts';
import type { Profile } from '../core/model/profile.ts';
import { problemsOf } from './document-errors.ts';
import { readDocument } from './document-text.ts';
import { toFreezePolicy } from './freeze-schema.ts';
import { type PolicyDocument, policySchemaOf } from './policy-schema.ts';
import { wantedOptions } from './search-baseline-schema.ts';

export { policySchema } from './policy-schema.ts';

type DocumentSelector = PolicyDocument['rules'][number]['match'];

const asList = (patterns: string | readonly string[]): Patterns =>
  typeof patterns === 'string' ? [patterns] : patterns;

const listOrNone = (patterns: string | readonly string[] | undefined): Patterns | undefined =>
  patterns === undefined ? undefined : asList(patterns);

type DocumentTags = DocumentSelector['tags'];

const tagLists = (tags: DocumentTags): Selector['tags'] =>
  tags && Object.fromEntries(Object.entries(tags).map(([key, patterns]) => [key, asList(patterns)]));

const toSelector = ({ tags, projectTags, ...plain }: DocumentSelector): Selector => ({
  project: listOrNone(plain.project),
  service: listOrNone(plain.service),
  serviceType: listOrNone(plain.serviceType),
  plan: listOrNone(plain.plan),
  cloud: listOrNone(plain.cloud),
  state: listOrNone(plain.state),
  tags: tagLists(tags),
  projectTags: tagLists(projectTags),
});

const toRule = ({ maxAdditionalGb, ...rule }: PolicyDocument['rules'][number]): Rule => ({
  ...rule,
  match: toSelector(rule.match),
  maxAdditionalGb: maxAdditionalGb === 'forecast' ? rule.forecast?.ceilingGb : maxAdditionalGb,
});

const toBaseline =
  (profile: Profile) =>
  ({ name, match, config }: NonNullable<PolicyDocument['searchConfiguration']>[number]): SearchBaseline => ({
    name,
    match: toSelector(match),
    options: wantedOptions(config, profile),
  });

const toBudget = (budget: NonNullable<PolicyDocument['budgets']>[number]): Budget => ({
  ...budget,
  match: toSelector(budget.match),
});

const toManagedElsewhere = (given: PolicyDocument['managedElsewhere'] = []): ManagedElsewhere[] =>
  given.map(({ by, match }) => ({ by, match: toSelector(match) }));

const toPrices = (given: PolicyDocument['prices']): PricePolicy => ({
  currency: given.currency,
  // One US dollar is one US dollar; the schema asks every other currency for its rate.
  exchangeRate: given.exchangeRate ?? '1',
  factor: given.factor,
  default: given.default ?? null,
  table: (given.table ?? []).map(({ perGbMonth, ...patterns }) => ({
    serviceType: listOrNone(patterns.serviceType),
    plan: listOrNone(patterns.plan),
    cloud: listOrNone(patterns.cloud),
    perGbMonth,
  })),
});

/**
 * Reads a policy document, YAML 1.2 or JSON (design §6).
 * @param fileName how error messages call the text
 * @param profile whose values the search options of baselines must have
 * @throws PolicyInvalid with one line per error, all at once: `FILE:LINE:COLUMN path: what is wrong`
 */
export const parsePolicy = (text: string, fileName: string, profile: Profile = 'documented'): Policy => {
  const reading = readDocument(text, fileName);
  if ('errors' in reading) throw new PolicyInvalid(reading.errors);
  const { value, tellErrors } = reading.read;
  const schema = policySchemaOf(profile);
  const checked = schema.safeParse(value);
  const errors = tellErrors(checked.success ? [] : problemsOf(schema, value, checked.error.issues));
  if (!checked.success || errors !== '') throw new PolicyInvalid(errors);
  const { rules, budgets = [], prices, searchConfiguration = [], freeze, ...plain } = checked.data;
  return {
    mode: plain.mode,
    tagPrefix: plain.tagPrefix,
    ownerTag: plain.ownerTag,
    rules: rules.map(toRule),
    managedElsewhere: toManagedElsewhere(plain.managedElsewhere),
    drift: plain.drift,
    budgets: budgets.map(toBudget),
    prices: toPrices(prices),
    warnings: plain.warnings,
    guardrails: plain.guardrails,
    searchConfiguration: searchConfiguration.map(toBaseline(profile)),
    freeze: freeze && toFreezePolicy(freeze),
  };
};

/**
 * The same for whoever asks for nothing that depends on the profile, such as the mode, and does not know which it is.
 * @throws PolicyInvalid with what is wrong in the documented profile, where neither profile takes the document
 */
export const parsePolicyOfAnyProfile = (text: string, fileName: string): Policy => {
  try {
    return parsePolicy(text, fileName, 'current');
  } catch {
    return parsePolicy(text, fileName, 'documented');
  }
};
