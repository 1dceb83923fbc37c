import { Command, CommanderError } from 'commander';
import { version } from '../contract/version.ts';
import { visible } from '../core/model/visible-text.ts';
import { type CommandLine, type End, exitStatus } from './shell/command-line.ts';
import { print } from './shell/print.ts';
import { addApply } from './syntax/apply.ts';
import { addApprove } from './syntax/approve.ts';
import { addAudit } from './syntax/audit.ts';
import { addBudget } from './syntax/budget.ts';
import { addCompletion } from './syntax/completion.ts';
import { addConfig } from './syntax/config.ts';
import { addCost } from './syntax/cost.ts';
import { addDashboard } from './syntax/dashboard.ts';
import { addExplain } from './syntax/explain.ts';
import { addForecast } from './syntax/forecast.ts';
import { addIntegrationEndpoints } from './syntax/integration-endpoints.ts';
import { addIntegrations } from './syntax/integrations.ts';
import { addMode } from './syntax/mode.ts';
import { addPlan } from './syntax/plan.ts';
import { addPlatform } from './syntax/platform.ts';
import { addReport } from './syntax/report.ts';
import { addRuns } from './syntax/runs.ts';
import { addStart } from './syntax/start.ts';
import { addStatus } from './syntax/status.ts';
import { addToken } from './syntax/token.ts';
import { addUndo } from './syntax/undo.ts';
import { addValidate } from './syntax/validate.ts';
import { addWorkflow } from './syntax/workflow.ts';

/** The parser also throws for help and version, which succeed. Everything else it throws is wrong usage. */
const parserStatus = (error: CommanderError) => (error.exitCode === 0 ? exitStatus.ok : exitStatus.usage);

/** The parser's message in visible characters: one line, which may quote the input, and one more for a suggestion. */
const usageText = (text: string): string => {
  const lines = text.trimEnd().split(/\n(?=\(Did you mean [^\n]*\)$)/);
  return lines.map((line) => `${visible(line)}\n`).join('');
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
    addPlan,
    addApply,
    addApprove,
    addUndo,
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
    addDashboard,
    addRuns,
    addAudit,
    addWorkflow,
    addIntegrationEndpoints,
    addIntegrations,
    addCompletion,
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
    const { messageOf, statusOf } = await import('./failure.ts');
    print(line.err, `error: ${messageOf(error)}\n`);
    if (line.environment.HEADROOM_DEBUG === '1' && error instanceof Error) print(line.err, `${error.stack}\n`);
    return statusOf(error, line);
  }
};
