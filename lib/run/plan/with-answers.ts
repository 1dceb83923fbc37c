import { priceKeyOf, priceKeyText } from '../../core/budget/service-price.ts';
import type { PlanKey, PriceKey } from '../../core/model/model.ts';
import type { Question, Questions } from '../../core/plan/lookups.ts';
import { answersOld } from '../../core/plan/old-lookups.ts';
import { beginPlan } from '../../core/plan/plan.ts';
import type { PlanInput, PlanResult } from '../../core/plan/plan-input.ts';
import { isRequest } from '../../core/plan/requests.ts';
import { hasPlanName, planKeyText } from '../../core/service/floor.ts';
import type { Asked } from '../lookup/done-lookups.ts';
import { type AnswerReader, storedAnswers } from '../lookup/stored-lookups.ts';

type PlanBase = Omit<PlanInput, 'planDiskMb'>;

/** A plan, what it was made of, and the questions that it leaves open. */
export interface Planned {
  readonly input: PlanInput;
  readonly result: PlanResult;
  readonly questions: readonly Question[];
}

/** Every plan and price on which a plan of these projects may rest; prices only where there may be something to pay. */
const mayRestOn = (base: PlanBase): Questions => {
  const plans = new Map<string, PlanKey>();
  const prices = new Map<string, PriceKey>();
  const pays = base.policy.budgets.length > 0 || isRequest(base);
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

/** Plans with the answers in the store. Without an answer to a question there is no whole plan yet. */
export const withAnswers = async (
  base: PlanBase,
  asked: Asked,
  reader: AnswerReader,
): Promise<Planned & { readonly isWhole: boolean }> => {
  const { answers } = await storedAnswers(reader, mayRestOn(base), asked);
  const input = { ...base, ...answers };
  const begun = beginPlan(input);
  const { questions, isMissing, old } = await storedAnswers(reader, begun.restsOn, asked);
  const aboutAnswers = answersOld(old, base.now);
  return {
    input: { ...input, notes: [...(base.notes ?? []), ...aboutAnswers] },
    result: begun.finish(aboutAnswers),
    questions,
    isWhole: !isMissing,
  };
};
