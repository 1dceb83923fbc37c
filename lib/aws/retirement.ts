import { createHash } from 'node:crypto';
import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { RetirementUnavailable } from '../contract/errors.ts';
import type { Retirement } from '../ports.ts';
import { awsFailure, clientSettings } from './client-settings.ts';

/** Names are at most 80 characters, and two versions may have more together. */
const nameOf = (versionId: string, replacedBy: string): string =>
  `retire-${createHash('sha256').update(`${versionId} ${replacedBy}`).digest('hex').slice(0, 40)}`;

/**
 * Retirement as an execution of a state machine; its name says which version was replaced by which, so starting it twice
 * is one execution. Needs states:StartExecution on the machine.
 * @throws RetirementUnavailable when it cannot be started
 */
export const createRetirement = (client: Pick<SFNClient, 'send'>, stateMachineArn: string): Retirement => ({
  start: async (versionId, replacedBy) => {
    const name = nameOf(versionId, replacedBy);
    const input = JSON.stringify({ versionId });
    try {
      await client.send(new StartExecutionCommand({ stateMachineArn, name, input }));
    } catch (error) {
      // It has come to its end already.
      if (error instanceof ExecutionAlreadyExists) return;
      throw new RetirementUnavailable(
        `the workflow ${stateMachineArn} cannot be started (${awsFailure(error).text}); see that it exists and that this role may start it`,
      );
    }
  },
});

/** Retirement with a client of its own. */
export const openRetirement = (stateMachineArn: string): Retirement =>
  createRetirement(new SFNClient(clientSettings), stateMachineArn);
