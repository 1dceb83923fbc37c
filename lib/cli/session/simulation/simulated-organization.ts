import { fileURLToPath } from 'node:url';
import { readNamed } from '../../../documents/files/named.ts';
import { parseScenario, type Scenario, sampleScenarioPath } from '../../../emulator/scenario/scenario.ts';
import type { CommandLine } from '../../shell/command-line.ts';
import type { Console } from '../../shell/console.ts';
import type { ConnectionFlags } from '../../shell/options.ts';
import { UsageError } from '../../shell/usage-error.ts';

/** An organization to simulate, and where it comes from, in a few words. */
export interface SimulatedOrganization {
  readonly scenario: Scenario;
  readonly source: string;
}

/** Flags that choose the organization; default: the sample. */
interface OrganizationFlags extends ConnectionFlags {
  readonly scenario?: string;
  readonly live?: boolean;
  readonly fromStore?: boolean;
}

/** The organization of a scenario file, or the sample organization. @throws Error if it cannot be read; ScenarioInvalid */
const readScenario = async (file: string | undefined): Promise<SimulatedOrganization> => {
  const path = file ?? fileURLToPath(sampleScenarioPath);
  const text = await readNamed(path, { use: 'a scenario file', mostMib: 256 });
  return { scenario: parseScenario(text, path), source: file ?? 'the sample organization' };
};

type Notes = Pick<Console, 'note' | 'progress'>;

/** Captured in memory, with notes about gaps. */
const captured = async (
  line: CommandLine,
  flags: OrganizationFlags,
  console: Notes,
): Promise<SimulatedOrganization> => {
  const { captureOrganization, usualDays } = await import('../captured-organization.ts');
  const { scenarioOf, unknownGrowths } = await import('../../../capture/scenario-of.ts');
  const scenario = scenarioOf((await captureOrganization(line, flags, usualDays, console)).organization);
  for (const { place, why } of scenario.captured?.omissions ?? []) console.note(`left out: ${place}: ${why}`);
  const unknown = unknownGrowths(scenario);
  if (unknown.length > 0) console.note(`growth unknown and typical of their types: ${unknown.join(', ')}`);
  return { scenario, source: flags.fromStore ? 'the store' : 'the platform' };
};

/**
 * The organization of the platform, of the store or of a scenario file; without any of them, the sample organization.
 * @throws UsageError, ScenarioInvalid
 */
export const readOrganization = async (
  line: CommandLine,
  flags: OrganizationFlags,
  console: Notes,
): Promise<SimulatedOrganization> => {
  const { scenario, live, fromStore } = flags;
  const chosen = [scenario && '--scenario', live && '--live', fromStore && '--from-store'].filter(Boolean);
  if (chosen.length > 1) throw new UsageError(`use one of ${chosen.join(' and ')}`);
  return live || fromStore ? captured(line, flags, console) : readScenario(scenario);
};
