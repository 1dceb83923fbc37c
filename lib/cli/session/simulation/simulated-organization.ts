import { fileURLToPath } from 'node:url';
import { readNamed } from '../../../documents/files/named.ts';
import { parseScenario, type Scenario, sampleScenarioPath } from '../../../platform/index.ts';
import type { StartState } from '../../../simulate/from-store/facts.ts';
import type { CommandLine } from '../../shell/command-line.ts';
import type { Console } from '../../shell/console.ts';
import type { StoreFlags } from '../../shell/options.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { openCommandStore } from '../open-store.ts';

/** An organization to simulate, and where it comes from, in a few words. */
export interface SimulatedOrganization {
  readonly scenario: Scenario;
  /** What the store knows of it. */
  readonly atStart: StartState | undefined;
  readonly source: string;
}

/** Flags that choose the organization; default: the sample. */
interface OrganizationFlags extends StoreFlags {
  readonly scenario?: string;
  readonly fromStore?: boolean;
}

/** The organization of a scenario file, or the sample organization. @throws Error if it cannot be read; ScenarioInvalid */
const readScenario = async (file: string | undefined): Promise<SimulatedOrganization> => {
  const path = file ?? fileURLToPath(sampleScenarioPath);
  const text = await readNamed(path, { use: 'a scenario file', mostMib: 256 });
  return { scenario: parseScenario(text, path), atStart: undefined, source: file ?? 'the sample organization' };
};

type Notes = Pick<Console, 'note'>;

/** The organization of the store, with notes about gaps. */
const inStore = async (line: CommandLine, flags: StoreFlags, console: Notes): Promise<SimulatedOrganization> => {
  const { storedOrganization } = await import('../../../simulate/from-store/stored.ts');
  const { scenarioOf, unknownGrowths } = await import('../../../simulate/from-store/scenario-of.ts');
  const stored = await storedOrganization(await openCommandStore(line.environment, flags));
  const { scenario, omissions } = scenarioOf(stored);
  for (const { subject, why } of omissions) console.note(`left out: ${subject}: ${why}`);
  const unknown = unknownGrowths(scenario);
  if (unknown.length > 0) console.note(`growth unknown and typical of their types: ${unknown.join(', ')}`);
  return { scenario, atStart: stored.atStart, source: 'the store' };
};

/**
 * The organization of the store or of a scenario file; without either, the sample organization.
 * @throws UsageError, ScenarioInvalid
 */
export const readOrganization = async (
  line: CommandLine,
  flags: OrganizationFlags,
  console: Notes,
): Promise<SimulatedOrganization> => {
  const { scenario, fromStore, store, stack, bucket } = flags;
  if (scenario !== undefined && fromStore) throw new UsageError('use --scenario or --from-store, not both');
  if (!fromStore && (store ?? stack ?? bucket) !== undefined)
    throw new UsageError('use --store, --bucket and --stack with --from-store');
  return fromStore ? inStore(line, flags, console) : readScenario(scenario);
};
