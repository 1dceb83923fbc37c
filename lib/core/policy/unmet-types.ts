import type { Finding } from '../model/decision.ts';
import type { Snapshot } from '../model/model.ts';
import type { Patterns, Policy } from '../model/policy-document.ts';
import { compilePatterns } from './glob.ts';

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

/** What a plan is made from, as far as it says which services there are. */
interface Seen {
  readonly policy: Policy;
  readonly snapshots: readonly Pick<Snapshot, 'services'>[];
  readonly unread: readonly unknown[];
  /** Whether all projects of the organization were asked for. */
  readonly isWhole?: boolean;
  /** A run that is taken back: then the policy decides nothing. */
  readonly undo?: unknown;
}

/**
 * Rules and baselines that ask for a service type which no service has: each is named, so that a wrong name of a type, or
 * of the search service, is seen. A rule without types asks for none; a baseline always asks for search services. Nothing
 * is said unless every service of the organization was seen.
 */
export const unmetTypes = ({ policy, snapshots, unread, isWhole, undo }: Seen): Finding[] => {
  const services = snapshots.flatMap((snapshot) => snapshot.services);
  if (!isWhole || undo !== undefined || unread.length > 0 || services.length === 0) return [];
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
