import { mayWrite } from '../../model/mode.ts';
import type { ApprovalKind, Guardrails, Policy } from '../../model/policy-document.ts';

const harm = 'a lower that leaves a disk less than 7 days, a disable that no tag of the service asks for, or a restart';

/** How often lowers come: budgets that share their rest are divided anew with every forecast. */
const lowersOf = ({ rules, budgets }: Policy): string => {
  if (budgets.some(({ rest }) => rest === 'share'))
    return 'about daily, because a budget with rest: share is divided anew';
  if (rules.some(({ forecast }) => forecast !== undefined)) return 'about weekly, because a forecast sets maximums';
  return 'when a policy, a tag or a person lowers a maximum, or another disk needs the money';
};

const kindTexts = (policy: Policy): Readonly<Record<Exclude<ApprovalKind, 'harm'>, string>> => ({
  enable: 'each new service that a rule enables: as often as services are created',
  raise: 'each raise: about daily while disks grow, also for a disk that is nearly full',
  lower: `each lower: ${lowersOf(policy)}`,
  disable: 'each disable, also one that the tag of a service asks for',
  restart: 'each option of a search service that restarts it: when the baseline changes',
});

const boundsOf = ({ maxChanges, maxChangePercent, maxRaises, maxLowers }: Guardrails): string => {
  const limits = [
    `${maxChanges} services`,
    `${maxChangePercent} % of them`,
    ...(maxRaises === undefined ? [] : [`${maxRaises} raises`]),
    ...(maxLowers === undefined ? [] : [`${maxLowers} lowers`]),
  ];
  return `a run that would change more than ${limits.join(', ')}, growth apart: after an edited policy or a change of many tags`;
};

const growthText = (maxGrowthPercent: number): string =>
  maxGrowthPercent === 0
    ? 'each maximum that follows the growth of a disk: about daily'
    : `what disks need beyond ${maxGrowthPercent} % of the managed services in 24 hours: seldom`;

/** What of a policy will wait for an approval, and how often: clauses for a list. Empty where its mode writes nothing. */
export const whatWaits = (policy: Policy): string[] => {
  const { mode, guardrails } = policy;
  if (!mayWrite(mode)) return [];
  const { firstRun, needApproval, maxGrowthPercent } = guardrails;
  const kinds = kindTexts(policy);
  return [
    ...(firstRun === 'propose' ? ['the first plan of mode enforce: once'] : []),
    ...(needApproval.includes('harm') ? [`${harm}: rarely, each with its reason`] : []),
    ...needApproval.flatMap((kind) => (kind === 'harm' ? [] : [kinds[kind]])),
    boundsOf(guardrails),
    ...(maxGrowthPercent === 100 ? [] : [growthText(maxGrowthPercent)]),
    ...(policy.reclaim?.enabled ? ['each reclaim'] : []),
  ];
};
