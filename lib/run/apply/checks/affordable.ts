import { grows, isDiskChange } from '../../../core/change/change.ts';
import { serviceKey } from '../../../core/model/grouping.ts';
import { oncePerText } from '../../../core/model/remembering.ts';
import { keys } from '../../store/keys.ts';
import { needObject, readObject, updateObject } from '../../store/objects.ts';
import type { CheckedMoney, PlannedMoney } from '../../store/schemas/money.ts';
import { checkMoney } from '../check-money.ts';
import type { WriteCheck, WriteCheckInput } from './write-check.ts';

/** What the first grant of a budget in a run finds of its money, for all others of the run. */
const moneyOf = async (context: WriteCheckInput, budget: string): Promise<CheckedMoney> => {
  const { store, runId } = context;
  const key = keys.checkedMoney(runId, budget);
  const stored = await readObject<CheckedMoney>(store, key);
  if (stored !== undefined) return stored;
  const planned = await needObject<PlannedMoney>(store, keys.money(runId, budget));
  const found = await checkMoney(context, runId, planned);
  // Of two tasks that check at the same time the first one decides, or each would spend what the other does.
  await updateObject<CheckedMoney>(store, key, (first) => (first === undefined ? found : undefined));
  return needObject<CheckedMoney>(store, key);
};

const partText = ({ checked, projects }: CheckedMoney): string =>
  checked === projects ? '' : ` (money checked in ${checked} of ${projects} projects)`;

/**
 * Blocks a grant for which the money of its budget does not suffice by new readings: since the plan a release may have failed, a
 * disk may have grown, or a person may have changed the plan, cloud or maximum of any service of the budget.
 */
export const affordable = (context: WriteCheckInput): WriteCheck => {
  const look = oncePerText((budget: string) => moneyOf(context, budget));
  return async (change) => {
    const { phase, budget, project, service } = change;
    if (phase !== 'grant' || budget === undefined || !(isDiskChange(change) || grows(change))) return undefined;
    const money = await look(budget);
    const own = serviceKey({ project, service });
    const why = money.refused.find((refusal) => serviceKey(refusal) === own)?.why;
    return why && `budget "${budget}" has no money for it now: ${why}${partText(money)}; the next run divides it again`;
  };
};
