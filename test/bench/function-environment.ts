import { deploymentVariable, type EnvironmentKey, environmentNames } from '../../lib/contract/environment.ts';

/** Any value will do where the form does not matter: no call is made. */
const values: Partial<Record<EnvironmentKey, string>> = {
  baseUrl: 'http://127.0.0.1:9',
  profile: 'documented',
  callsPerMinute: '10',
  auditLockDays: '0',
  approvalRule: 'stored',
};

/** Environment in which every function of the stack starts. */
export const functionEnvironment = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  NODE_NO_WARNINGS: '1',
  [deploymentVariable]: 'bench',
  ...Object.fromEntries(
    Object.entries(environmentNames).map(([key, name]) => [name, values[key as EnvironmentKey] ?? 'any']),
  ),
};
