import { untouched } from '../simulator/deployed/enforcement.ts';
import { settledPolicy, settledScenario } from '../simulator/deployed/organization.ts';
import { beginDeployed, type DeployedResult } from '../simulator/deployed/simulate-deployed.ts';
import { type DeployedFlags, printDeployed } from './deployed.ts';

/**
 * `npm run soak -- --mode paced`: what a person would try by hand. A deployment at work on a platform that it asks over HTTP,
 * on a clock that runs many times as fast as the machine's: a first enforcement with one approval, a project that
 * answers 403 all day, and a new service.
 */

interface PacedFlags extends DeployedFlags {
  /** Simulated seconds per second. */
  readonly speed: number;
}

const livePaced = async ({ seed, days, projects, services, calls, speed }: PacedFlags): Promise<DeployedResult> => {
  const size = { projects, services };
  const settled = settledScenario(seed, size);
  const { liveDays, end } = await beginDeployed({
    ...{ seed, size, days, speed, callsPerMinute: calls, approvesOnce: true, newcomersPerDay: 1 },
    forbidden: settled.projects[Math.floor(projects / 3)]?.name,
    scenario: untouched(settled),
    // The first plan needs a person, and no later one.
    policy: { ...settledPolicy(seed, settled), approval: { kinds: [], hours: 72, firstRun: true } },
  });
  await liveDays(days);
  return end();
};

/** @returns the exit status: 1 if a law did not hold */
export const soakPaced = async (flags: PacedFlags, print: (text: string) => void): Promise<number> =>
  printDeployed(await livePaced(flags), flags.json, print);
