import type { Budget } from '../../lib/core/model/policy-document.ts';

/** A budget of all projects that warns of nothing. */
export const storageBudget = (monthly: string, rest: Budget['rest'] = 'share'): Budget => ({
  name: 'storage',
  match: { project: ['*'] },
  monthly,
  basis: 'run-rate',
  rest,
  deadBandGb: 0,
  warnPercent: 0,
});
