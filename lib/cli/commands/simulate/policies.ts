import type { Profile } from '../../../core/model/profile.ts';
import { readBeside } from '../../../documents/files/beside.ts';
import type { LivedPolicy } from '../../../simulate/live.ts';
import { readPolicyFile } from '../../session/policy-file.ts';

/**
 * Reads a policy for a simulation, with its calendar.
 * @throws PolicyInvalid
 */
export const readSimulatedPolicy = async (file: string, profile: Profile): Promise<LivedPolicy> => {
  const { text, policy } = await readPolicyFile(file, profile);
  const { calendar = null } = policy.freeze ?? {};
  const body = calendar === null ? undefined : readBeside(file, calendar);
  return { text, calendars: calendar === null || body === undefined ? {} : { [calendar]: body } };
};
