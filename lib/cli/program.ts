import { Command, CommanderError } from 'commander';
import { PolicyInvalid, WorldMoved } from '../contract/errors.ts';
import { approvalRefusals } from '../contract/refusals.ts';
import { version } from '../contract/version.ts';
import { visible } from '../core/model/visible-text.ts';
import { ScenarioInvalid } from '../emulator/scenario/scenario.ts';
import { addAdopt } from './commands/adopt.ts';
import { addApply } from './commands/apply.ts';
import { addApprove } from './commands/approve.ts';
import { addAudit } from './commands/audit.ts';
import { addBudget } from './commands/budget.ts';
import { addConfig } from './commands/config.ts';
import { addCost } from './commands/cost.ts';
import { addExplain } from './commands/explain.ts';
import { addForecast } from './commands/forecast.ts';
import { addGrant } from './commands/grant.ts';
import { addIntegrationEndpoints } from './commands/integration-endpoints.ts';
import { addIntegrations } from './commands/integrations.ts';
import { addMode } from './commands/mode.ts';
import { addPlan } from './commands/plan.ts';
import { addPlatform } from './commands/platform.ts';
import { addPolicy } from './commands/policy.ts';
import { addReport } from './commands/report.ts';
import { addRuns } from './commands/runs.ts';
import { addStart } from './commands/start.ts';
import { addStatus } from './commands/status.ts';
import { addToken } from './commands/token.ts';
import { addUndo } from './commands/undo.ts';
import { addValidate } from './commands/validate.ts';
import { addWorkflow } from './commands/workflow.ts';
import { type CommandLine, type End, exitStatus } from './shell/command-line.ts';
import { print } from './shell/console.ts';
import { UsageError } from './shell/usage-error.ts';

/** The parser also throws for help and version, which succeed. Everything else it throws is wrong usage. */
const parserStatus = (error: CommanderError) => (error.exitCode === 0 ? exitStatus.ok : exitStatus.usage);

const statusOf = (error: unknown, line: CommandLine): number => {
  if (line.signal.aborted) return exitStatus.interrupted;
  if (approvalRefusals.some((kind) => error instanceof kind)) return exitStatus.refused;
  return error instanceof UsageError ? exitStatus.usage : exitStatus.failed;
};

/** The parser's message in visible characters: one line, which may quote the input, and one more for a suggestion. */
const usageText = (text: string): string => {
  const lines = text.trimEnd().split(/\n(?=\(Did you mean [^\n]*\)$)/);
  return lines.map((line) => `${visible(line)}\n`).join('');
};

/** Errors with one line per problem. The code that throws them makes each line visible. */
const multilineErrors = [PolicyInvalid, ScenarioInvalid, WorldMoved];

const messageOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return multilineErrors.some((kind) => error instanceof kind) ? message : visible(message);
};

/** Every command with its flags; `end` gets the exit status of the one that runs. */
export const programOf = (line: CommandLine, end: End): Command => {
  const program = new Command('headroom')
    .description('Keeps every managed data service of an organization from running out of disk.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(line.out, text),
      writeErr: (text) => print(line.err, text),
      outputError: (text, write) => write(usageText(text)),
    })
    .showHelpAfterError('(see --help)');
  const commands = [
    addStart,
    addPlatform,
    addValidate,
    addPolicy,
    addPlan,
    addApply,
    addApprove,
    addUndo,
    addAdopt,
    addGrant,
    addExplain,
    addForecast,
    addBudget,
    addConfig,
    addCost,
    addToken,
  ];
  for (const add of [
    ...commands,
    addMode,
    addStatus,
    addReport,
    addRuns,
    addAudit,
    addWorkflow,
    addIntegrationEndpoints,
    addIntegrations,
  ])
    add(program, line, end);
  return program;
};

/**
 * Runs one command line and returns its exit status. Every error is one line on standard error with a remedy; the stack
 * appears only with HEADROOM_DEBUG=1.
 */
export const runProgram = async (argv: readonly string[], line: CommandLine): Promise<number> => {
  let status: number = exitStatus.ok;
  const program = programOf(line, (ended) => {
    status = ended;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return parserStatus(error);
    print(line.err, `error: ${messageOf(error)}\n`);
    if (line.environment.HEADROOM_DEBUG === '1' && error instanceof Error) print(line.err, `${error.stack}\n`);
    return statusOf(error, line);
  }
};
