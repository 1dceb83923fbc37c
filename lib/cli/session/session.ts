import { StoreUnavailable } from '../../contract/errors.ts';
import type { RunRequest } from '../../contract/run-request.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { DirectoryStore } from '../../local/directory-store.ts';
import { taskHandlers } from '../../local/task-handlers.ts';
import type { Ports, Store } from '../../ports.ts';
import { propose, proposedBy } from '../../run/approval/proposed-plans.ts';
import { runPolicy } from '../../run/policy/policy-in-force.ts';
import { keys } from '../../run/store/keys.ts';
import { createMemoryStore } from '../../run/store/memory-store.ts';
import type { RunObject } from '../../run/store/run-objects.ts';
import type { CommandLine } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import type { ConnectionFlags } from '../shell/options.ts';
import { deliverMessages, readChannelSettings } from './channels.ts';
import { type Connection, connect } from './connection.ts';
import { readPolicyFile, withPolicy } from './policy-file.ts';
import { lookOnce, type RunContext } from './run.ts';
import { prune } from './run-history.ts';
import { withLatestPolicy } from './stored-policy.ts';
import { wireProfileFrom } from './wire-profile.ts';

/**
 * A store that keeps the objects of one folder in memory. They exist for this process only; everything else is the
 * store's.
 * @param folder prefix of their keys, which ends with a slash
 */
export const withScratchFolder = (store: Store, folder: string): Store => {
  const memory = createMemoryStore();
  const holderOf = (key: string) => (key.startsWith(folder) ? memory : store);
  return {
    get: (key) => holderOf(key).get(key),
    put: (key, body, condition) => holderOf(key).put(key, body, condition),
    list: async (prefix) => {
      if (prefix.startsWith(folder)) return memory.list(prefix);
      const keys = await store.list(prefix);
      return folder.startsWith(prefix) ? [...keys, ...(await memory.list(''))].sort() : keys;
    },
    append: (key, record) => holderOf(key).append(key, record),
    readLog: (key, from) => holderOf(key).readLog(key, from),
    delete: (key) => holderOf(key).delete(key),
  };
};

/** One command's connection, tasks and run. */
export interface Session {
  readonly connection: Connection;
  readonly context: RunContext;
}

/**
 * Sends what the run, or an earlier one, left to the channels of this machine: also after a run that failed. Without settings here
 * the messages wait for a machine that has them. A failure never changes the result of the command.
 */
const deliverAfter = async (line: CommandLine, { ports, addressed }: Connection, console: Console): Promise<void> => {
  try {
    const document = await readChannelSettings(line.environment, addressed.organization);
    if (document === undefined) return;
    const { waiting, dead } = await deliverMessages(ports.store, document);
    if (waiting + dead > 0) console.note(`notices: ${waiting} waiting, ${dead} failed; see headroom notify list`);
  } catch (error) {
    console.note(`notices were not delivered: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/**
 * Removes what writers that died left in a store. The run has done its work by then: a folder that this user may not enter,
 * such as `lost+found`, becomes a note.
 */
export const sweepAfter = async (
  directory: Pick<DirectoryStore, 'sweep'>,
  console: Pick<Console, 'note'>,
): Promise<void> => {
  try {
    await directory.sweep();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    console.note(`leftover files in the store were not removed: ${error.message}`);
  }
};

interface SessionKind {
  readonly kind: 'looks' | 'writes';
  /** Whether the policy of the latest run serves where neither a file nor the store gives one. */
  readonly carriesOn: boolean;
}

/**
 * Opens the connection for one command and always closes it. The objects of a read-only run stay in memory. A command
 * that writes removes old runs, expired plans and leftovers of dead processes afterwards.
 */
export const inSession = async <T>(
  line: CommandLine,
  flags: ConnectionFlags & { readonly policy?: string },
  console: Console,
  { kind, carriesOn }: SessionKind,
  action: (session: Session) => Promise<T>,
): Promise<T> => {
  const { policy: file } = flags;
  const { profile } = wireProfileFrom(flags, line.environment);
  const document = file === undefined ? undefined : { file, text: (await readPolicyFile(file, profile)).text };
  const connection = await connect(flags, line, console);
  try {
    const runId = line.newRunId();
    const { store: stored } = connection.ports;
    const named =
      document !== undefined
        ? withPolicy(stored, document.file, document.text)
        : carriesOn
          ? await withLatestPolicy(stored, console)
          : stored;
    const store = kind === 'looks' ? withScratchFolder(named, keys.runFolder(runId)) : named;
    const ports: Ports = { ...connection.ports, store };
    const context = { runId, handlers: taskHandlers(ports), store, console, signal: line.signal };
    const result = await action({ connection, context }).finally(async () => {
      if (kind === 'writes') await deliverAfter(line, connection, console);
    });
    if (kind === 'writes') {
      const { prunes, directory } = connection.opened;
      if (prunes) await prune(ports);
      if (directory !== undefined) await sweepAfter(directory, console);
    }
    return result;
  } finally {
    await connection.client.close();
  }
};

/** Proposes what waits of a plan. @returns the plan, which then says since when and until when */
export const offer = async ({ connection: { ports } }: Session, run: RunObject, plan: Plan): Promise<Plan> => {
  const proposed = await proposedBy(ports, run, runPolicy(run).guardrails, plan);
  await propose(ports, proposed.toStore);
  return proposed.plan;
};

/** Plans without any write to the platform, for read-only commands. */
export const look = (
  { context }: Session,
  request: Omit<RunRequest, 'readOnly' | 'approvedDigest'>,
): Promise<{ readonly plan: Plan; readonly run: RunObject }> => lookOnce(context, request);
