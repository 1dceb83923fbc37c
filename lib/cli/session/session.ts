import type { RunRequest } from '../../contract/run-request.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { taskHandlers } from '../../local/task-handlers.ts';
import type { Ports } from '../../ports.ts';
import { propose } from '../../run/store/approvals.ts';
import type { RunObject } from '../../run/store/run-objects.ts';
import { runPolicy } from '../../run/store/run-policy.ts';
import type { CommandLine, ConnectionFlags } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import { type Connection, connect } from './connection.ts';
import { readPolicyFile, withPolicy } from './policy-file.ts';
import { lookOnce, type RunContext } from './run.ts';
import { forgetRun, prune } from './run-history.ts';
import { wireProfileFrom } from './wire-profile.ts';

/** One command's connection, tasks and run. */
export interface Session {
  readonly connection: Connection;
  readonly context: RunContext;
}

/**
 * Opens the connection for one command, hands it over and closes it, whatever happens. What a command that only looks
 * leaves in the store is removed; of those that write the latest runs are kept,
 * and the plans that can still be approved; what processes that died have left goes too.
 */
export const inSession = async <T>(
  line: CommandLine,
  flags: ConnectionFlags & { readonly policy?: string },
  console: Console,
  kind: 'looks' | 'writes',
  action: (session: Session) => Promise<T>,
): Promise<T> => {
  const { policy: file } = flags;
  const { profile } = wireProfileFrom(flags, line.environment);
  const given = file === undefined ? undefined : { file, text: (await readPolicyFile(file, profile)).text };
  const connection = connect(flags, line.environment, line.signal);
  try {
    const store =
      given === undefined ? connection.ports.store : withPolicy(connection.ports.store, given.file, given.text);
    const ports: Ports = { ...connection.ports, store };
    const runId = line.newRunId();
    const result = await action({
      connection,
      context: { runId, handlers: taskHandlers(ports), store, console, signal: line.signal },
    });
    if (kind === 'looks') await forgetRun(store, runId);
    else {
      await prune(ports);
      await connection.directory.sweep();
    }
    return result;
  } finally {
    await connection.client.close();
  }
};

/** Lets a plan that was shown be approved, where it has to be. */
export const offer = (session: Session, run: RunObject, plan: Plan): Promise<void> =>
  propose(session.connection.ports, run, runPolicy(run).guardrails, plan);

/** Plans without writing anything to the platform, for commands that only look. */
export const look = (
  { context }: Session,
  request: Omit<RunRequest, 'readOnly' | 'approvedDigest'>,
): Promise<{ readonly plan: Plan; readonly run: RunObject }> => lookOnce(context, request);
