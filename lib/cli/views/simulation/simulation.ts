import { counted } from '../../../core/model/visible-text.ts';
import type { Comparison } from '../../../core/twin/comparison.ts';
import type { Judged } from '../../../core/twin/fail-on.ts';

/** A simulation as it was asked for, for every view. Nothing in it depends on when or where it ran. */
export interface Simulation extends Comparison {
  readonly organization: { readonly id: string; readonly name: string };
  /** Where the organization comes from, in a few words. */
  readonly source: string;
  readonly services: number;
  readonly projects: number;
  /** ISO 8601, UTC. */
  readonly startTime: string;
  readonly days: number;
  readonly everyHours: number;
  /** Hours that a plan waits for an approval; null: for ever. */
  readonly approveAfterHours: number | null;
  /** Seeds that were asked for; fewer were lived if the simulation was interrupted. */
  readonly requestedSeeds: number;
  readonly firstSeed: number;
  /** Conditions under which the check fails, judged by the last policy. */
  readonly conditions: readonly Judged[];
}

/** What was simulated, in one line. */
export const titleOf = (simulation: Simulation): string => {
  const { organization, services, projects, days, startTime, seeds, everyHours } = simulation;
  const every = everyHours === 1 ? 'hour' : `${everyHours} hours`;
  const size = `${counted(services, 'service')} in ${counted(projects, 'project')}`;
  return `${organization.name}: ${size}, ${counted(days, 'day')} from ${startTime.slice(0, 10)}, ${counted(seeds, 'seed')}, a pass every ${every}`;
};

/** What the numbers of a range mean; undefined where there is one seed alone. */
export const rangeLegend = ({ seeds }: Simulation): string | undefined =>
  seeds > 1 ? 'Ranges are P50 (P10–P90) over the seeds.' : undefined;
