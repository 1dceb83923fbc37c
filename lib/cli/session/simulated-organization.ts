import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseScenario, type Scenario, sampleScenarioPath } from '../../emulator/scenario/scenario.ts';
import { UsageError } from '../shell/usage-error.ts';

/** An organization to simulate, and where it comes from, in a few words. */
export interface SimulatedOrganization {
  readonly scenario: Scenario;
  readonly source: string;
}

/**
 * The organization of a scenario file; without one, the sample organization.
 * @throws UsageError, ScenarioInvalid
 */
export const readOrganization = async (file: string | undefined): Promise<SimulatedOrganization> => {
  const path = file ?? fileURLToPath(sampleScenarioPath);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path}: cannot be read (${error.code ?? error.message}); use the path of a scenario file`);
  });
  return { scenario: parseScenario(text, path), source: file ?? 'the sample organization' };
};
