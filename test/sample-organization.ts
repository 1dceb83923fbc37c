import { readFileSync } from 'node:fs';
import { parseScenario, type Scenario, sampleScenarioPath } from '../lib/platform/index.ts';

let read: Scenario | undefined;

/** The organization that `npm start` shows; read once, since that takes longer than most runs over it. */
export const sampleOrganization = (): Scenario => {
  read ??= parseScenario(readFileSync(sampleScenarioPath, 'utf8'), 'sample.yaml');
  return read;
};
