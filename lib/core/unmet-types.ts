import { compilePatterns } from './glob.ts';
import type { Finding, Service } from './model.ts';
import type { Patterns, Policy } from './policy-document.ts';

/** The search service's type, whatever the platform calls it (spec.md §0 naming rule). */
const searchType = 'engine';

const hint =
  'If the platform has another name for the search service, set it with --search-engine (searchEngine on AWS).';

const finding = (kind: 'rule' | 'baseline', name: string, why: string, here: string, isOfSearch: boolean): Finding => {
  const subject = `${kind === 'rule' ? 'Rule' : 'Baseline'} "${name}"`;
  const said = [
    `${subject} matches no service: ${why}.`,
    `Types in the organization: ${here}.`,
    isOfSearch ? hint : '',
  ];
  return {
    code: 'no-such-service-type',
    project: '',
    service: '',
    subject: `${kind} ${name}`,
    message: said.filter((sentence) => sentence !== '').join(' '),
  };
};

/**
 * Rules and baselines that ask for a service type which no service has: each is named, so that a wrong name of a type, or
 * of the search service, is seen. A rule without types asks for none; a baseline always asks for search services.
 * @param services all of the organization
 */
export const unmetTypes = (policy: Policy, services: readonly Service[]): Finding[] => {
  if (services.length === 0) return [];
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
