import { compareLives, type PolicyLives } from '../../../core/twin/comparison.ts';
import { type FailOn, judge } from '../../../core/twin/fail-on.ts';
import type { Life } from '../../../core/twin/life.ts';
import { budgetPrices } from '../../../core/twin/suggestion/budget-price.ts';
import {
  combinationsOf,
  frontierOf,
  reachingTrials,
  safestTrials,
  type Trial,
} from '../../../core/twin/suggestion/frontier.ts';
import type { Suggestion } from '../../../core/twin/suggestion/suggestion.ts';
import { changesOf, type PolicyChange } from '../../../core/twin/suggestion/variants.ts';
import { parsePolicy } from '../../../documents/documents.ts';
import type { AllLivesOptions, allLives } from '../../../twin/all-lives.ts';
import type { LifeOptions } from '../../../twin/live.ts';
import { edited, fileInPatch, isValid, patchBetween } from '../../session/simulation/edited-policy.ts';

/** A policy that is to be improved. */
export interface Improved {
  readonly file: string;
  readonly text: string;
  /** Lives of the policy as it is, and without a policy, in all seeds. */
  readonly lives: readonly Life[];
  readonly baseline: readonly Life[];
  /** Options of the lives of one seed. */
  readonly optionsOf: (seed: number, text: string) => LifeOptions;
}

export interface SuggestOptions extends AllLivesOptions {
  readonly wanted: FailOn;
  readonly live: typeof allLives;
  /** Called with the number of lives that follow. */
  readonly onMore: (lives: number) => void;
}

/** Suggestions that are lived in all seeds before one is shown. */
const mostVerified = 3;
const combined = 3;

/** The seed in which a policy does the most harm: what helps there most likely helps in all of them. */
const worstSeed = (lives: readonly Life[]): number => {
  const hours = ({ services }: Life, isProduction: boolean) =>
    services.reduce((sum, one) => sum + (one.isProduction === isProduction ? one.fullHours : 0), 0);
  const [worst] = lives.toSorted((a, b) => hours(b, true) - hours(a, true) || hours(b, false) - hours(a, false));
  return worst?.seed ?? 0;
};

/**
 * Looks for the smallest change of a policy that reaches a wanted point: single changes of a bounded grid in the worst seed,
 * combinations of the best of them, then the winners in all seeds. Nothing is written. An interrupt ends the search with what
 * was found until then.
 */
export const suggest = async (policy: Improved, options: SuggestOptions): Promise<Suggestion> => {
  const { wanted, live, onMore } = options;
  const worst = worstSeed(policy.lives);
  const judged = (changes: readonly PolicyChange[], lives: readonly Life[]): Trial => {
    const seeds = new Set(lives.map(({ seed }) => seed));
    const baseline: PolicyLives = { name: null, lives: policy.baseline.filter(({ seed }) => seeds.has(seed)) };
    const result = compareLives([baseline, { name: policy.file, lives }]).policies.at(-1);
    if (result === undefined) throw new Error('a trial was not lived');
    return { changes, result, reaches: judge(wanted, result).fails };
  };
  const tryAll = async (all: readonly (readonly PolicyChange[])[], seeds: readonly number[]): Promise<Trial[]> => {
    const asked = all.flatMap((changes) => seeds.map((seed) => policy.optionsOf(seed, edited(policy.text, changes))));
    onMore(asked.length);
    const lives = await live(asked, options);
    return all.flatMap((changes, place) => {
      const own = lives.slice(place * seeds.length, (place + 1) * seeds.length).flatMap((life) => life ?? []);
      return own.length === seeds.length ? [judged(changes, own)] : [];
    });
  };
  const seeds = policy.baseline.map(({ seed }) => seed);
  const asItIs = judged([], policy.lives);
  const start = judged(
    [],
    policy.lives.filter(({ seed }) => seed === worst),
  );
  const parsed = parsePolicy(policy.text, policy.file);
  const singles = asItIs.reaches ? [] : changesOf(parsed).map((change) => [change]);
  const trials = [
    start,
    ...(await tryAll(
      singles.filter((changes) => isValid(policy, changes)),
      [worst],
    )),
  ];
  if (!asItIs.reaches && reachingTrials(trials).length === 0) {
    trials.push(
      ...(await tryAll(
        combinationsOf(trials, combined).filter((changes) => isValid(policy, changes)),
        [worst],
      )),
    );
  }
  const candidates = [...reachingTrials(trials), ...safestTrials(trials)]
    .filter(({ changes }) => changes.length > 0)
    .slice(0, mostVerified);
  const verified = asItIs.reaches
    ? []
    : await tryAll(
        candidates.map(({ changes }) => changes),
        seeds,
      );
  const isWhole = !options.signal.aborted;
  // What an interrupt leaves unverified is better than nothing, and the views say so.
  const known = isWhole || reachingTrials(verified).length > 0 ? [asItIs, ...verified] : trials;
  const best = asItIs.reaches ? asItIs : (reachingTrials(known)[0] ?? safestTrials(known)[0] ?? asItIs);
  return {
    wanted: wanted.text,
    tried: trials.length,
    frontier: frontierOf(trials),
    prices: budgetPrices(parsed.budgets, trials),
    best,
    isReached: best.reaches,
    isWhole,
    patch: patchBetween(fileInPatch(policy.file, process.cwd()), policy.text, edited(policy.text, best.changes)),
  };
};
