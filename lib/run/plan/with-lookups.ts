import { priceKeyOf, priceKeyText } from '../../core/budget/service-price.ts';
import type { PlanKey, PriceKey } from '../../core/model/model.ts';
import { atMostOnce } from '../../core/model/remembering.ts';
import { decideInSteps } from '../../core/plan/decided.ts';
import { type Lookup, type Lookups, oldLookupFindings } from '../../core/plan/lookups.ts';
import { beginPlan } from '../../core/plan/plan.ts';
import { appliesPolicy, type DecidedServices, type PlanInput, type PlanResult } from '../../core/plan/plan-input.ts';
import { hasPlanName, planKeyText } from '../../core/service/floor.ts';
import type { Ports } from '../../ports.ts';
import type { DoneLookups } from '../lookup/run-lookups.ts';
import { type LookupReader, storedLookups } from '../lookup/stored-lookups.ts';

type PlanBase = Omit<PlanInput, 'planDiskMb'>;

/** A plan, what it was made of, and the lookups that it leaves open. */
export interface Planned extends DecidedServices {
  readonly input: PlanInput;
  readonly lookups: readonly Lookup[];
  /** Writes the plan up, once: while a lookup is open, nothing looks at it, and a run plans again. */
  readonly finish: () => Promise<PlanResult>;
}

/** Every plan and price on which a plan of these projects may rest; prices only where there may be something to pay. */
const mayRestOn = (base: PlanBase): Lookups => {
  const plans = new Map<string, PlanKey>();
  const prices = new Map<string, PriceKey>();
  const pays = base.policy.budgets.length > 0 || !appliesPolicy(base);
  for (const { project, services } of [...base.snapshots, ...(base.remembered ?? [])]) {
    for (const service of services) {
      const { type, plan } = service;
      if (hasPlanName(service)) plans.set(planKeyText(type, plan), { project, serviceType: type, plan });
      const price = pays ? priceKeyOf(project, service) : undefined;
      if (price !== undefined) prices.set(priceKeyText(price), price);
    }
  }
  return { needs: [...plans.values()], priceNeeds: [...prices.values()] };
};

/** The result of steps, between which what else this process serves has its turn. */
const inTurns = async <T>(steps: Generator<undefined, T>, nextTurn: Ports['nextTurn']): Promise<T> => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextTurn?.();
  }
};

/** Plans with the answers in the store. While a lookup has no answer, there is no whole plan. */
export const withLookups = async (
  base: PlanBase,
  done: DoneLookups,
  reader: LookupReader,
  nextTurn?: Ports['nextTurn'],
): Promise<Planned & { readonly isWhole: boolean }> => {
  const { answers } = await storedLookups(reader, mayRestOn(base), done);
  const input = { ...base, ...answers };
  const begun = beginPlan(input, await inTurns(decideInSteps(input), nextTurn));
  const { lookups, isMissing, old } = await storedLookups(reader, begun.restsOn, done);
  const aboutAnswers = oldLookupFindings(old, base.now);
  const { drifted, starved, toMeasure } = begun;
  return {
    input: { ...input, notes: [...(base.notes ?? []), ...aboutAnswers] },
    finish: atMostOnce(() => inTurns(begun.finish(aboutAnswers), nextTurn)),
    ...{ drifted, starved, toMeasure, lookups, isWhole: !isMissing },
  };
};
