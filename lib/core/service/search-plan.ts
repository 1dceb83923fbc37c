import type { Change } from '../change/change.ts';
import { because, type Finding, findingAt } from '../model/decision.ts';
import type { Service } from '../model/model.ts';
import { optionValueAt, type SearchConfiguration } from '../model/search-configuration.ts';
import { counted } from '../model/visible-text.ts';
import type { Judgement } from '../policy/policy.ts';
import { isMet, loweringOf, type WantedValue } from '../policy/search-baseline.ts';
import { optionsChange } from './changes.ts';

/** Changes and findings for the configuration of one search service. */
interface SearchPlan {
  readonly changes: readonly Change[];
  readonly findings: readonly Finding[];
}

const none: SearchPlan = { changes: [], findings: [] };

/** Options that differ from the baselines, apart from options that the platform lowered. */
const compare = (wants: readonly WantedValue[], { lowered }: Service, actual: SearchConfiguration) => {
  const open = wants.filter((want) => !isMet(want, optionValueAt(actual, want.path)));
  const lowerings = open.filter((want) => loweringOf(want, optionValueAt(actual, want.path), lowered) !== undefined);
  return { lowerings, missing: open.filter((want) => !lowerings.includes(want)) };
};

const changeOf = (
  { project, service }: Judgement['decision'],
  missing: readonly WantedValue[],
  actual: SearchConfiguration,
): Change => {
  const members = missing.map(({ path, value }) => ({ path, from: optionValueAt(actual, path), to: value }));
  const baselines = [...new Set(missing.map(({ baseline }) => baseline))];
  const names = baselines.map((name) => `"${name}"`).join(', ');
  const reasons = because(
    'baseline',
    `The search configuration differs from baseline ${names} in ${counted(members.length, 'option')}.`,
  );
  return optionsChange({ project, service, rule: baselines.join(', '), reasons }, members);
};

/**
 * Compares a search service with the options of its baselines only (spec.md §2.4). One change contains all differences;
 * a service that is not running, or whose configuration is not reported, gives a finding. Services of other types and
 * exempt services have no baselines.
 */
export const planSearch = (service: Service, { decision, wants }: Judgement): SearchPlan => {
  if (wants.length === 0 || service.unusable !== undefined) return none;
  const actual = service.searchConfiguration;
  if (actual === undefined || actual === null) {
    const message =
      'The platform does not report the search configuration, so it cannot be compared with its baseline; not changed.';
    return { changes: [], findings: [findingAt(decision, 'search-configuration-unknown', message)] };
  }
  const { lowerings, missing } = compare(wants, service, actual);
  const findings = lowerings.map(({ path, value, baseline }) => {
    const got = String(optionValueAt(actual, path));
    const message = `Baseline "${baseline}" asks for ${path} ${String(value)}; the platform lowered it to ${got}, the maximum for the CPUs of the service.`;
    return findingAt(decision, 'thread-pool-lowered', message);
  });
  if (missing.length === 0) return { changes: [], findings };
  if (service.state !== 'RUNNING') {
    const message = `The search configuration differs from its baseline, but the service is in state ${service.state} and must be RUNNING; not changed.`;
    return { changes: [], findings: [...findings, findingAt(decision, 'search-not-running', message)] };
  }
  return { changes: [changeOf(decision, missing, actual)], findings };
};
