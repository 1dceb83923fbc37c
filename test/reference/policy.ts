import type { Service, Snapshot } from '../../lib/core/model/model.ts';
import type { Patterns, Rule, Selector } from '../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../lib/core/plan/plan-input.ts';

/** What the policy wants of one service, as docs/policy.md says it. */
export interface Wish {
  readonly effect: 'enable' | 'disable' | 'ignore';
  readonly rule: string;
  readonly maxGb: number;
  readonly isExempt: boolean;
  readonly isManagedElsewhere: boolean;
  /** Whether a tag requests more than the policy allows by tag. */
  readonly isCut: boolean;
  readonly budget: string | null;
  /** What people granted it; 0: nothing. */
  readonly grantedGb: number;
  /** Whether its own tags, and not those of its project, disable its autoscaler. */
  readonly isOwnWish: boolean;
  readonly share: { readonly priority: number; readonly weight: number; readonly atLeastGb: number };
}

const unbounded = Number.POSITIVE_INFINITY;

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text;

const fits = (glob: string, value: string): boolean => {
  const escaped = glob
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`, 's').test(value);
};

export const accepts = (patterns: Patterns, value: string | undefined): boolean => {
  const including = patterns.filter((each) => !each.startsWith('!'));
  const excluding = patterns.filter((each) => each.startsWith('!')).map((each) => each.slice(1));
  if (value === undefined || patterns.length === 0 || excluding.some((each) => fits(each, value))) return false;
  return including.length === 0 || including.some((each) => fits(each, value));
};

type Facts = Readonly<Record<keyof Selector, string | Readonly<Record<string, string>>>>;

const matches = (selector: Selector, facts: Facts): boolean =>
  Object.entries(selector).every(([name, wanted]) => {
    const value = facts[name as keyof Facts];
    if (Array.isArray(wanted) || typeof value !== 'object') return accepts(wanted as Patterns, value as string);
    return Object.entries(wanted as Record<string, Patterns>).every(([key, each]) => accepts(each, value[key]));
  });

/** Tags of a service and its project, without the override tags that have ended. */
const tagsOf = ({ policy: { tagPrefix }, today }: PlanInput, project: Snapshot, service: Service) => {
  const tags: Record<string, string> = { ...project.tags, ...service.tags };
  const projectTags: Record<string, string> = { ...project.tags };
  const until = tags[`${tagPrefix}-until`];
  const ended = isDay(until) && until < today ? [tagPrefix, `${tagPrefix}-max-gb`] : [];
  for (const key of ended) {
    delete tags[key];
    delete projectTags[key];
  }
  return { tags, projectTags };
};

/** The maximum of a rule, or of the tag as far as it is allowed, or of a person's grant if that is more. */
const maximumOf = (input: PlanInput, rule: Rule, project: string, service: string, tag: string | undefined) => {
  const { policy, today, grants = [] } = input;
  const asked = /^\d{1,7}$/.test(tag ?? '') && Number(tag) <= 1e6 ? Number(tag) : null;
  const most = Math.min(rule.maxByTagGb ?? unbounded, policy.limits?.maxAdditionalGb ?? unbounded);
  const ofPolicy = asked === null ? (rule.maxAdditionalGb ?? 0) : Math.min(asked, most);
  const granted = grants.filter(
    (each) => each.project === project && each.service === service && each.through >= today,
  );
  const capped = granted.map(({ maxGb }) => Math.min(maxGb, policy.limits?.maxAdditionalGb ?? unbounded));
  const grantedGb = Math.max(0, ...capped);
  return { maxGb: Math.max(ofPolicy, grantedGb), grantedGb, isCut: asked !== null && asked > most };
};

/** The tag that switches it off, or every tag by which the rule that disables it matched, is its own. */
const isOwnWish = (rule: Rule | undefined, service: Service, off: string | undefined): boolean => {
  const asking = rule?.effect === 'enable' && off !== undefined ? [off] : Object.keys(rule?.match.tags ?? {});
  return asking.length > 0 && asking.every((key) => service.tags[key] !== undefined);
};

export const wishOf = (input: PlanInput, project: Snapshot, service: Service): Wish => {
  const { policy, today } = input;
  const { tagPrefix: prefix } = policy;
  const { tags, projectTags } = tagsOf(input, project, service);
  const { name, type, plan, cloud, state } = service;
  const facts = { project: project.project, service: name, serviceType: type, plan, cloud, state, tags, projectTags };
  const [exempt, owner] = [tags[`${prefix}-exempt`], tags[`${prefix}-managed-by`]];
  const isExempt = exempt !== undefined && (!isDay(exempt) || exempt >= today);
  const rule = isExempt ? undefined : policy.rules.find(({ match }) => matches(match, facts));
  const common = {
    ...{ rule: rule?.name ?? '', isExempt, maxGb: 0, grantedGb: 0, isCut: false },
    isOwnWish: isOwnWish(rule, service, tags[prefix] === 'off' ? prefix : undefined),
    isManagedElsewhere:
      owner === undefined
        ? policy.managedElsewhere.some(({ match }) => matches(match, facts))
        : owner.trim().toLowerCase() !== 'headroom',
    budget: policy.budgets.find(({ match }) => matches(match, facts))?.name ?? null,
    share: { priority: rule?.priority ?? 1, weight: rule?.weight ?? 1, atLeastGb: rule?.atLeastGb ?? 0 },
  };
  if (rule?.effect !== 'enable') return { ...common, effect: rule?.effect ?? 'ignore' };
  if (tags[prefix] === 'off') return { ...common, effect: 'disable' };
  return { ...common, effect: 'enable', ...maximumOf(input, rule, project.project, name, tags[`${prefix}-max-gb`]) };
};
