import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleOrganization } from '../../../sample-organization.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { disableAll, enableAll } from '../../../workflow/scenarios.ts';
import { openShell, type Shell } from '../shell.ts';

export const policyFile = (text: string): string => {
  const file = join(temporaryDirectory(), 'policy.yaml');
  writeFileSync(file, text);
  return file;
};

export const openSample = () => openShell(sampleOrganization());

/** Who has the autoscaler, and at which maximum; ids say nothing, as what is made again has others. */
export const autoscalers = ({ platform }: Shell) =>
  platform.state().projects.map(({ name, endpoints, integrations }) => ({
    name,
    attached: integrations
      .map(({ service, endpointId }) => {
        const endpoint = endpoints.find(({ id }) => id === endpointId);
        return `${service} ${endpoint?.name} ${JSON.stringify(endpoint?.userConfig)}`;
      })
      .sort(),
  }));

export const writesOf = async (shell: Shell, action: () => Promise<unknown>): Promise<number> => {
  const before = shell.platform.requests().writes;
  await action();
  return shell.platform.requests().writes - before;
};

export const policies = { low: enableAll(100), high: enableAll(200), off: disableAll };
