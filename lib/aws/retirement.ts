import { createHash } from 'node:crypto';
import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { RetirementUnavailable } from '../contract/errors.ts';
import type { Retirement } from '../ports.ts';
import { awsFailure, clientSettings } from './client-settings.ts';

/** Execution names have at most 80 characters; two version ids may be longer. */
const nameOf = (versionId: string, replacedBy: string): string =>
  `retire-${createHash('sha256').update(`${versionId} ${replacedBy}`).digest('hex').slice(0, 40)}`;

/**
 * Retirement as an execution of a state machine. Its name identifies the replaced version and its replacement, so a
 * second start has no effect. Needs states:StartExecution on the machine.
 * @throws RetirementUnavailable if it cannot be started
 */
export const createRetirement = (client: Pick<SFNClient, 'send'>, stateMachineArn: string): Retirement => ({
  start: async ({ secret, versionId, replacedBy }) => {
    const name = nameOf(versionId, replacedBy);
    const input = JSON.stringify({ versionId, secret });
    try {
      await client.send(new StartExecutionCommand({ stateMachineArn, name, input }));
    } catch (error) {
      // The same execution has already ended.
      if (error instanceof ExecutionAlreadyExists) return;
      throw new RetirementUnavailable(
        `cannot start the workflow ${stateMachineArn} (${awsFailure(error).text}); check that it exists and that this role may start it`,
      );
    }
  },
});

/** Retirement with its own client. */
export const openRetirement = (stateMachineArn: string): Retirement =>
  createRetirement(new SFNClient(clientSettings), stateMachineArn);
