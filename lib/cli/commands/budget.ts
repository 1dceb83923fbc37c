import type { BudgetResult } from '../../core/budget/result.ts';
import { movesBetween, type ShareMove } from '../../core/budget/simulation.ts';
import type { Finding } from '../../core/model/decision.ts';
import { mayLook } from '../../core/model/mode.ts';
import { parseMoney } from '../../core/model/money.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { untilAnswered } from '../../run/ask/until-answered.ts';
import { decide, readPlanFacts } from '../../run/plan/decide.ts';
import { runPolicy } from '../../run/store/run-policy.ts';
import { look, type Session } from '../session/session.ts';
import { exitStatus } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import { UsageError } from '../shell/usage-error.ts';
import type { CommandContext, PolicyFlags } from './session-command.ts';

interface BudgetFlags extends PolicyFlags {
  readonly simulate?: string[];
}

/** Simulated amounts by name of the budget. */
type Amounts = ReadonlyMap<string, string>;

const parseAmount = (text: string): readonly [string, string] => {
  const at = text.lastIndexOf('=');
  const [name, amount] = [text.slice(0, at), text.slice(at + 1)];
  if (at > 0 && parseMoney(amount) !== null) return [name, amount];
  throw new UsageError(
    `--simulate ${text}: must be NAME=AMOUNT with a decimal amount, such as "production storage=1500.00"`,
  );
};

const withAmounts = (policy: Policy, amounts: Amounts): Policy => {
  const names = policy.budgets.map(({ name }) => name);
  const unknown = [...amounts.keys()].filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    const available = names.length === 0 ? 'the policy has no budgets' : `the policy has ${names.join(', ')}`;
    throw new UsageError(`--simulate: no budget is called ${unknown.join(', ')}; ${available}`);
  }
  const budgets = policy.budgets.map((budget) => ({ ...budget, monthly: amounts.get(budget.name) ?? budget.monthly }));
  return { ...policy, budgets };
};

/** @param nowMonthly the policy's amount if another one is simulated */
const showBudget = (console: Console, budget: BudgetResult, nowMonthly = budget.monthly): void => {
  const { name, currency, monthly, grantableMonthly, floorMonthly, allocatedMonthly, leftMonthly, frozen } = budget;
  const simulated = nowMonthly === monthly ? '' : ` (simulated; the policy has ${nowMonthly})`;
  console.line({ text: `${name}: ${monthly} ${currency}/month${simulated}`, style: 'bold' });
  if (grantableMonthly !== monthly) console.line(`available at this pace of the month: ${grantableMonthly}`);
  console.line(
    `provisioned ${floorMonthly}, allocated ${allocatedMonthly}, unused ${leftMonthly}${frozen ? '; frozen' : ''}`,
  );
  if (budget.withheld !== null) console.line(budget.withheld);
  console.table(
    [
      'project',
      'service',
      'in use now GB',
      'could use GB',
      'minimum GB',
      'gets GB',
      'price per GB',
      'per month',
      'reason',
    ],
    budget.shares.map((share) => [
      share.project,
      share.service,
      share.provisionedGb ?? '?',
      share.wantGb ?? '-',
      share.atLeastGb ?? '-',
      share.gb,
      share.perGbMonth ?? '?',
      share.monthly ?? '?',
      share.reason,
    ]),
  );
  console.line();
};

const showMoves = (console: Console, moves: readonly ShareMove[]): void => {
  if (moves.length === 0) {
    console.line('No service would gain or lose.');
    return;
  }
  console.table(
    ['budget', 'project', 'service', 'share GB', 'difference'],
    moves.map(({ budget, project, service, fromGb, toGb }) => [
      budget,
      project,
      service,
      `${fromGb} → ${toGb}`,
      toGb > fromGb ? { text: `+${toGb - fromGb}`, style: 'green' } : { text: `${toGb - fromGb}`, style: 'yellow' },
    ]),
  );
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
  const { result } = await untilAnswered(ports, run.runId, (asked) => decide(ports, policy, facts, asked));
  return { plan, simulated: result.plan };
};

const findingsOf = ({ findings }: Plan) =>
  findings.filter(({ code }) => code.startsWith('budget-') || code === 'price-unknown' || code === 'disk-fills-up');

/** Disks that fill up while their budget is used up. */
const showFilling = (console: Console, findings: readonly Finding[]): void => {
  const filling = findings.filter(({ code }) => code === 'disk-fills-up');
  if (filling.length === 0) return;
  console.table(
    ['project', 'service', 'message'],
    filling.map(({ project, service, message }) => [project, service, message]),
  );
  console.line();
};

export const run = async ({ flags, console, open }: CommandContext<BudgetFlags>): Promise<number> => {
  const amounts = new Map((flags.simulate ?? []).map(parseAmount));
  return open('looks', async (session) => {
    const { plan, simulated } = await compare(session, amounts);
    const moves = simulated && movesBetween(plan.budgets, simulated.budgets);
    const findings = findingsOf(plan);
    if (flags.json) {
      console.json({ budgets: plan.budgets, findings, ...(simulated && { simulated: simulated.budgets, moves }) });
      return exitStatus.ok;
    }
    if (plan.budgets.length === 0) console.line('The policy has no budgets: every maximum comes from its rule.');
    const policyAmounts = new Map(plan.budgets.map(({ name, monthly }) => [name, monthly]));
    for (const budget of simulated?.budgets ?? plan.budgets)
      showBudget(console, budget, policyAmounts.get(budget.name));
    // The row of a service has its findings, and the line above a budget's table says why the budget is withheld.
    const shown = simulated === undefined ? findings : findingsOf(simulated);
    const ofBudgets = shown.filter(({ code, service }) => service === '' && code !== 'budget-incomplete');
    for (const { message } of ofBudgets) console.line(message);
    showFilling(console, shown);
    if (moves !== undefined) showMoves(console, moves);
    return exitStatus.ok;
  });
};
