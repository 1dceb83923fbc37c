import type { Command } from 'commander';
import type { BudgetResult } from '../../core/budget/result.ts';
import { movesBetween, type ShareMove } from '../../core/budget/simulation.ts';
import type { Finding } from '../../core/model/decision.ts';
import { mayLook } from '../../core/model/mode.ts';
import { parseMoney } from '../../core/model/money.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { decide, readPlanFacts } from '../../run/plan/decide.ts';
import { runPolicy } from '../../run/store/run-policy.ts';
import { look, type Session } from '../session/session.ts';
import { type CommandLine, type End, exitStatus } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import { UsageError } from '../shell/usage-error.ts';
import { type PolicyFlags, policyOption, type SessionGiven, sessionCommand } from './session-command.ts';

interface BudgetFlags extends PolicyFlags {
  readonly simulate?: string[];
}

/** Amounts to try, by the name of the budget. */
type Amounts = ReadonlyMap<string, string>;

const parseAmount = (given: string): readonly [string, string] => {
  const at = given.lastIndexOf('=');
  const [name, amount] = [given.slice(0, at), given.slice(at + 1)];
  if (at > 0 && parseMoney(amount) !== null) return [name, amount];
  throw new UsageError(
    `--simulate ${given}: write NAME=AMOUNT with a decimal amount, like "production storage=1500.00"`,
  );
};

const withAmounts = (policy: Policy, amounts: Amounts): Policy => {
  const known = policy.budgets.map(({ name }) => name);
  const unknown = [...amounts.keys()].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const has = known.length === 0 ? 'the policy has no budgets' : `the policy has ${known.join(', ')}`;
    throw new UsageError(`--simulate: no budget is called ${unknown.join(', ')}; ${has}`);
  }
  const budgets = policy.budgets.map((budget) => ({ ...budget, monthly: amounts.get(budget.name) ?? budget.monthly }));
  return { ...policy, budgets };
};

/** @param nowMonthly the amount that the policy says, where another one is tried */
const showBudget = (console: Console, budget: BudgetResult, nowMonthly = budget.monthly): void => {
  const { name, currency, monthly, grantableMonthly, floorMonthly, allocatedMonthly, leftMonthly, frozen } = budget;
  const tried = nowMonthly === monthly ? '' : ` (simulated; the policy says ${nowMonthly})`;
  console.line({ text: `${name}: ${monthly} ${currency} a month${tried}`, style: 'bold' });
  if (grantableMonthly !== monthly) console.line(`to be granted at this pace of the month: ${grantableMonthly}`);
  console.line(`floor ${floorMonthly}, allocated ${allocatedMonthly}, left ${leftMonthly}${frozen ? '; frozen' : ''}`);
  if (budget.withheld !== null) console.line(budget.withheld);
  console.table(
    ['project', 'service', 'has GB', 'wants GB', 'at least GB', 'gets GB', 'per GB', 'a month', 'why'],
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
    console.line('Nobody would gain or lose.');
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

/** The plan as it is, and the one that other amounts would give for the very same world. */
const compare = async (session: Session, amounts: Amounts) => {
  const trigger = { kind: 'manual', by: 'headroom budget' } as const;
  const { plan, run } = await look(session, { trigger });
  if (!mayLook(run.mode)) throw new Error(`the mode is ${run.mode}, so nothing is looked at; see headroom mode`);
  if (amounts.size === 0) return { plan, simulated: undefined };
  const policy = withAmounts(runPolicy(run), amounts);
  const ports = { ...session.connection.ports, store: session.context.store };
  const { plan: simulated } = await decide(ports, policy, await readPlanFacts(ports, run));
  return { plan, simulated };
};

const findingsOf = ({ findings }: Plan) =>
  findings.filter(({ code }) => code.startsWith('budget-') || code === 'price-unknown' || code === 'disk-fills-up');

/** Disks that fill up while their budget has nothing for them. */
const showFilling = (console: Console, findings: readonly Finding[]): void => {
  const filling = findings.filter(({ code }) => code === 'disk-fills-up');
  if (filling.length === 0) return;
  console.table(
    ['project', 'service', 'what to know'],
    filling.map(({ project, service, message }) => [project, service, message]),
  );
  console.line();
};

const run = async ({ flags, console, open }: SessionGiven<BudgetFlags>): Promise<number> => {
  const amounts = new Map((flags.simulate ?? []).map(parseAmount));
  return open('looks', async (session) => {
    const { plan, simulated } = await compare(session, amounts);
    const moves = simulated && movesBetween(plan.budgets, simulated.budgets);
    const findings = findingsOf(plan);
    if (flags.json) {
      console.json({ budgets: plan.budgets, findings, ...(simulated && { simulated: simulated.budgets, moves }) });
      return exitStatus.ok;
    }
    if (plan.budgets.length === 0) console.line('The policy has no budgets: every maximum is what its rule says.');
    const said = new Map(plan.budgets.map(({ name, monthly }) => [name, monthly]));
    for (const budget of simulated?.budgets ?? plan.budgets) showBudget(console, budget, said.get(budget.name));
    // What is to be known of one service stands in its row already, and why a budget grants nothing above its table.
    const told = simulated === undefined ? findings : findingsOf(simulated);
    const ofBudgets = told.filter(({ code, service }) => service === '' && code !== 'budget-incomplete');
    for (const { message } of ofBudgets) console.line(message);
    showFilling(console, told);
    if (moves !== undefined) showMoves(console, moves);
    return exitStatus.ok;
  });
};

export const addBudget = (program: Command, line: CommandLine, end: End): void => {
  const command = policyOption(
    program
      .command('budget')
      .description('show how each budget is divided, and what another amount would do')
      .option('--simulate <name=amount...>', 'what if a budget had this amount a month'),
  );
  const example = "headroom budget --policy docs/policies/budget.yaml --simulate 'production storage=600.00'";
  sessionCommand<BudgetFlags>({ command, example, line, end }, run);
};
