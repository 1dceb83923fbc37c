import { everywhere, type Finding, findingAt } from '../model/decision.ts';
import type { Snapshot } from '../model/model.ts';
import type { Patterns, Policy } from '../model/policy-document.ts';
import { compilePatterns } from './glob.ts';

/** Neutral type name of the search service (spec.md §0 naming rule). */
const searchType = 'engine';

const hint =
  'If the platform uses another name for the search service, set it with --search-engine (searchEngine on AWS).';

const finding = (kind: 'rule' | 'baseline', name: string, why: string, here: string, isOfSearch: boolean): Finding => {
  const subject = `${kind === 'rule' ? 'Rule' : 'Baseline'} "${name}"`;
  const sentences = [
    `${subject} matches no service: ${why}.`,
    `Types in the organization: ${here}.`,
    isOfSearch ? hint : '',
  ];
  const message = sentences.filter((sentence) => sentence !== '').join(' ');
  return findingAt(everywhere, 'no-such-service-type', message, { subject: `${kind} ${name}` });
};

/** The inputs of a plan that list services. */
interface PlanScope {
  readonly policy: Policy;
  readonly snapshots: readonly Pick<Snapshot, 'services'>[];
  readonly unread: readonly unknown[];
  /** Whether the plan covers all projects of the organization. */
  readonly isWhole?: boolean;
}

/**
 * Reports rules and baselines for a service type that no service has, to reveal a wrong type name or a wrong name of the
 * search service. A rule without types is not checked; a baseline always needs search services. Without a complete list
 * of the organization's services it reports nothing.
 */
export const unmetTypes = ({ policy, snapshots, unread, isWhole }: PlanScope): Finding[] => {
  const services = snapshots.flatMap((snapshot) => snapshot.services);
  if (!isWhole || unread.length > 0 || services.length === 0) return [];
  const types = [...new Set(services.map(({ type }) => type))].sort();
  const searchTypes = [
    ...new Set(services.flatMap(({ type, searchConfiguration }) => (searchConfiguration === undefined ? [] : [type]))),
  ];
  const here = types.join(', ');
  const isUnmet = (patterns: Patterns | undefined, among: readonly string[]) =>
    !among.some(compilePatterns(patterns ?? ['*']));
  return [
    ...policy.rules.flatMap(({ name, match: { serviceType } }) =>
      serviceType !== undefined && isUnmet(serviceType, types)
        ? [finding('rule', name, `none is of type ${serviceType.join(', ')}`, here, serviceType.includes(searchType))]
        : [],
    ),
    ...policy.searchConfiguration.flatMap(({ name, match: { serviceType } }) =>
      isUnmet(serviceType, searchTypes) ? [finding('baseline', name, 'none is a search service', here, true)] : [],
    ),
  ];
};
