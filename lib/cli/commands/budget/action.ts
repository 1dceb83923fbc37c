import { type BudgetResult, outsideText } from '../../../core/budget/result.ts';
import { movesBetween, simulatedAmount, totalsOf } from '../../../core/budget/simulation.ts';
import type { Finding } from '../../../core/model/decision.ts';
import { serviceKey } from '../../../core/model/grouping.ts';
import { mayLook } from '../../../core/model/mode.ts';
import type { Budget, Policy } from '../../../core/model/policy-document.ts';
import type { Plan } from '../../../core/plan/plan-result.ts';
import { untilLookedUp } from '../../../run/lookup/look-up.ts';
import { decide, readPlanFacts } from '../../../run/plan/decide.ts';
import { runPolicy } from '../../../run/policy/policy-in-force.ts';
import { type Shows, serviceFilter } from '../../from-store/service-filter.ts';
import { look, type Session } from '../../session/session.ts';
import { headFor } from '../../shell/columns.ts';
import { UsageError } from '../../shell/usage-error.ts';
import type { PlanContext } from '../command.ts';
import type { BudgetFlags } from './options.ts';
import { isOfDisk, shareColumns, showBudgets, showMoves, showTotals } from './view.ts';

/** Texts of `--simulate` by name of the budget. */
type Amounts = ReadonlyMap<string, string>;

const parseAmount = (text: string): readonly [string, string] => {
  const at = text.lastIndexOf('=');
  const [name, amount] = [text.slice(0, at), text.slice(at + 1)];
  // A reduction of more than 100 % is below 0 for every budget.
  if (at > 0 && simulatedAmount(amount, '1.00') !== undefined) return [name, amount];
  throw new UsageError(
    `--simulate ${text}: must be NAME=AMOUNT or NAME=+PERCENT%, such as "production storage=1500.00" or "production storage=+10%"`,
  );
};

const withAmounts = (policy: Policy, amounts: Amounts): Policy => {
  const names = policy.budgets.map(({ name }) => name);
  const unknown = [...amounts.keys()].filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    const available = names.length === 0 ? 'the policy has no budgets' : `the policy has ${names.join(', ')}`;
    throw new Error(`--simulate: no budget is called ${unknown.join(', ')}; ${available}`);
  }
  const amountOf = ({ name, monthly }: Budget): string => {
    const text = amounts.get(name);
    return text === undefined ? monthly : (simulatedAmount(text, monthly) ?? monthly);
  };
  return { ...policy, budgets: policy.budgets.map((budget) => ({ ...budget, monthly: amountOf(budget) })) };
};

/** The current plan, and the plan with simulated amounts for the same state. */
const compare = async (session: Session, amounts: Amounts) => {
  const trigger = { kind: 'manual', by: 'headroom budget' } as const;
  const { plan, run } = await look(session, { trigger });
  if (!mayLook(run.mode)) throw new Error(`Mode is ${run.mode}: no calls were made; see headroom mode`);
  if (amounts.size === 0) return { plan, simulated: undefined };
  const policy = withAmounts(runPolicy(run), amounts);
  const ports = { ...session.connection.ports, store: session.context.store };
  const facts = await readPlanFacts(ports, run);
  const { finish } = await untilLookedUp(ports, run.runId, (asked) => decide(ports, policy, facts, asked));
  return { plan, simulated: (await finish()).plan };
};

const findingsOf = ({ budgets, findings }: Plan) => {
  const members = new Set(budgets.flatMap(({ shares }) => shares.map(serviceKey)));
  const isOfMember = (finding: Finding) => isOfDisk(finding) && members.has(serviceKey(finding));
  return findings.filter(
    (finding) => finding.code.startsWith('budget-') || finding.code.startsWith('price-') || isOfMember(finding),
  );
};

/** The shares that the filters select; amounts and sums remain for the whole budget. */
const partOf = (budgets: readonly BudgetResult[], shows: Shows | undefined): readonly BudgetResult[] =>
  shows === undefined ? budgets : budgets.map((budget) => ({ ...budget, shares: budget.shares.filter(shows) }));

/** Shows how budgets are divided, now or with simulated amounts. */
export const run = async ({ flags, console, open }: PlanContext<BudgetFlags>): Promise<void> => {
  console.expectRecords(headFor(shareColumns, console.reader));
  const named = (flags.simulate ?? []).map(parseAmount);
  const amounts = new Map(named);
  const twice = named.find(([name, text]) => amounts.get(name) !== text);
  if (twice !== undefined) throw new UsageError(`--simulate: ${twice[0]} has two amounts; give one`);
  return open('looks', async (session) => {
    const { plan, simulated } = await compare(session, amounts);
    const shows = await serviceFilter(session.context.store, flags, plan.decisions);
    const budgets = partOf(plan.budgets, shows);
    const then = simulated && partOf(simulated.budgets, shows);
    const moves = then && movesBetween(budgets, then);
    const totals = simulated && moves && totalsOf(moves, plan.budgets, simulated.budgets);
    const findings = findingsOf(plan);
    const shown = simulated === undefined ? findings : findingsOf(simulated);
    console.answer({ budgets, findings, ...(simulated && { simulated: then, moves, totals }) }, () => {
      const of = shows === undefined ? shown : shown.filter(shows);
      showBudgets(console, { now: budgets, then, findings: of, outside: outsideText(plan) });
      if (moves !== undefined) showMoves(console, moves);
      if (totals !== undefined) showTotals(console, totals);
    });
  });
};
