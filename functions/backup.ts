import { onLambda } from '../lib/aws/handler.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import type { BackupPorts } from '../lib/ports.ts';
import { backUp } from '../lib/run/backup/back-up.ts';

/** Backs the store up, and restores the backup in memory. */
export const backup =
  (ports: BackupPorts) =>
  async (_: TaskInput<'backup'>): Promise<TaskOutput<'backup'>> => {
    const { proven, problem } = await backUp(ports);
    return problem === null ? { proven: true, objects: proven?.objects ?? 0 } : { proven: false, objects: 0, problem };
  };

export const handler = onLambda(tasks.backup, backup);
