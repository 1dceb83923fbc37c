import type { Change } from '../change/change.ts';
import type { Finding } from '../model/decision.ts';
import type { Service } from '../model/model.ts';
import { because } from '../model/reason.ts';
import { type OptionChange, optionValueAt, type SearchConfiguration } from '../model/search-configuration.ts';
import type { Judgement } from '../policy/policy.ts';
import { isMet, loweringOf, type WantedValue } from '../policy/search-baseline.ts';
import { optionsChange } from './options-change.ts';

/** What is to be done for the configuration of one search service. */
export interface SearchPlan {
  readonly changes: readonly Change[];
  readonly findings: readonly Finding[];
}

const none: SearchPlan = { changes: [], findings: [] };

/** What one service differs in from its baselines, and what the platform would not give in full. */
const compare = (wants: readonly WantedValue[], { lowered }: Service, actual: SearchConfiguration) => {
  const open = wants.filter((want) => !isMet(want, optionValueAt(actual, want.path)));
  const given = open.filter((want) => loweringOf(want, optionValueAt(actual, want.path), lowered) !== undefined);
  return { given, missing: open.filter((want) => !given.includes(want)) };
};

const changeOf = (
  { project, service }: Judgement['decision'],
  missing: readonly WantedValue[],
  actual: SearchConfiguration,
): Change => {
  const members = missing.map(
    ({ path, value }): OptionChange => ({ path, from: optionValueAt(actual, path), to: value }),
  );
  const baselines = [...new Set(missing.map(({ baseline }) => baseline))];
  const named = baselines.map((name) => `"${name}"`).join(', ');
  const count = members.length === 1 ? '1 option' : `${members.length} options`;
  const reasons = because('baseline', `The search configuration differs in ${count} from baseline ${named}.`);
  return optionsChange({ project, service, rule: baselines.join(', '), reasons }, members);
};

/**
 * Compares the configuration of a search service with what its baselines want, and nothing else of it (spec.md §2.4).
 * One change carries all that differs; a service that is not running, or whose configuration cannot be read, is a
 * finding. Services of other types, and exempt ones, have no wants.
 */
export const planSearch = (service: Service, { decision, wants }: Judgement): SearchPlan => {
  if (wants.length === 0 || service.unusable !== undefined) return none;
  const finding = (code: string, message: string): Finding => ({
    code,
    project: decision.project,
    service: decision.service,
    message,
  });
  const actual = service.searchConfiguration;
  if (actual === undefined || actual === null) {
    const message =
      'The platform does not show the search configuration, so it cannot be compared with its baseline: nothing is changed in it.';
    return { changes: [], findings: [finding('search-configuration-unknown', message)] };
  }
  const { given, missing } = compare(wants, service, actual);
  const findings = given.map(({ path, value, baseline }) => {
    const got = String(optionValueAt(actual, path));
    const message = `Baseline "${baseline}" asks for ${path} ${String(value)}; the platform lowered it to ${got}, the most that the CPUs of the service allow.`;
    return finding('thread-pool-lowered', message);
  });
  if (missing.length === 0) return { changes: [], findings };
  if (service.state !== 'RUNNING') {
    const message = `The service is in state ${service.state}; its search configuration differs from its baseline and can be changed only while it is RUNNING.`;
    return { changes: [], findings: [...findings, finding('search-not-running', message)] };
  }
  return { changes: [changeOf(decision, missing, actual)], findings };
};
