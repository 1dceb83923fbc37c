import { type Finding, findingAt } from '../model/decision.ts';
import type { ServiceContext } from '../service/changes.ts';
import type { Tally } from '../service/service-plan.ts';

/** What a person or the policy promised a service, in GB and as the subject of a clause; undefined without a promise. */
const promiseTo = ({
  judgement: { decision, atLeastGb },
}: ServiceContext): { readonly gb: number; readonly by: string } | undefined => {
  const wantGb = decision.maxAdditionalGb ?? 0;
  // A maximum of a rule or a tag is a ceiling, and no promise.
  if (decision.reasons.some(({ source }) => source === 'grant')) return { gb: wantGb, by: 'a grant gives it' };
  const gb = Math.min(atLeastGb, wantGb);
  return gb > 0 ? { gb, by: `rule "${decision.rule}" guarantees` } : undefined;
};

/**
 * That a plan lowers a maximum below what was promised: only the owner knows what that breaks.
 * @param subject the service with the maximum that rule, tag and grant give it
 * @param why of its budget, in a sentence
 */
export const belowPromise = (subject: ServiceContext, tally: Tally | undefined, why: string): Finding[] => {
  const promise = promiseTo(subject);
  if (tally?.kind !== 'lower' || promise === undefined) return [];
  const { fromGb, toGb } = tally;
  if (fromGb < promise.gb || toGb >= promise.gb) return [];
  const message = `Its maximum falls from ${fromGb} GB to ${toGb} GB, below the ${promise.gb} GB that ${promise.by}. ${why}`;
  return [findingAt(subject.judgement.decision, 'maximum-below-promise', message, { details: { fromGb, toGb } })];
};
