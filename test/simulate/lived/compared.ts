import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Figures, figureNames, type Lived, openLived, type Routine } from './lived.ts';
import { fixedMaximums, forecastAndBudget, knownDays, livedOrganization } from './organization.ts';

/** One figure of a policy, as the twin predicted it and as it came. */
export interface Compared {
  readonly policy: string;
  readonly figure: keyof Figures;
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
  readonly lived: number;
  readonly isWithin: boolean;
}

export interface ComparedOptions {
  /** The draw of the real organization. */
  readonly seed: number;
  readonly services: number;
  readonly days: number;
  /** Draws of the twin. */
  readonly seeds: number;
  readonly folder: string;
}

interface Predicted {
  readonly policies: readonly {
    readonly measures: Readonly<Record<string, Readonly<Record<string, number | string>>>>;
  }[];
}

/** A policy, and how people live by it; a policy that no measurement moves needs no routine. */
interface Lives {
  readonly name: string;
  readonly text: string;
  readonly routine: Routine | null;
}

/** What is compared: fixed maximums, and maximums that follow forecasts in a budget, by each routine. */
const livesOf = (services: number): readonly Lives[] => {
  const name = 'forecast and budget';
  const text = forecastAndBudget(services);
  return [
    { name: 'fixed maximums', text: fixedMaximums, routine: null },
    { name: `${name}, every disk measured`, text, routine: 'forecast and apply' },
    { name, text, routine: 'apply' },
  ];
};

/** What the simulation says of a policy for an organization that a store knows. */
const askTwin = async (lived: Lived, text: string, { days, seeds }: ComparedOptions): Promise<Predicted> => {
  const files = ['--from-store', '--policy', lived.file('asked.yaml', text)];
  const time = ['--days', `${days}`, '--seeds', `${seeds}`, '--every', '1d'];
  return JSON.parse(await lived.run('simulate', ...files, ...time, '--json')) as Predicted;
};

/**
 * Lives an organization until people know it, asks the twin of a policy, and lives the same days under that policy.
 * @param said what the twin said of the policy before: the organization of a seed is the same each time
 */
const livedUnder = async ({ text, routine }: Lives, options: ComparedOptions, said: Predicted | undefined) => {
  const { seed, services, days, folder } = options;
  const lived = await openLived(livedOrganization(seed, services), seed, folder);
  try {
    await lived.live(knownDays, fixedMaximums, 'forecast and apply');
    const predicted = said ?? (await askTwin(lived, text, options));
    const figures = lived.count();
    await (routine === null ? lived.liveQuietly(days, text) : lived.live(days, text, routine));
    return { predicted, figures: figures() };
  } finally {
    await lived.close();
  }
};

/**
 * Lives an organization under fixed maximums, and compares what the simulation of its store says of a policy with what comes of
 * it by the same commands. For each of several lives the organization is lived anew.
 * @param wanted names of the lives; default: all
 */
export const comparedWithTwin = async (
  options: ComparedOptions,
  wanted: (name: string) => boolean = () => true,
): Promise<Compared[]> => {
  const compared: Compared[] = [];
  const said = new Map<string, Predicted>();
  for (const life of livesOf(options.services).filter(({ name }) => wanted(name))) {
    const folder = join(options.folder, life.name);
    mkdirSync(folder);
    const { predicted, figures } = await livedUnder(life, { ...options, folder }, said.get(life.text));
    said.set(life.text, predicted);
    for (const figure of figureNames) {
      const range = predicted.policies.at(-1)?.measures[figure];
      const [p10, p50, p90] = [range?.p10, range?.p50, range?.p90].map(Number) as [number, number, number];
      const lived = figures[figure];
      compared.push({ policy: life.name, figure, p10, p50, p90, lived, isWithin: lived >= p10 && lived <= p90 });
    }
  }
  return compared;
};

/** The life that is harder to foretell, in an organization so small that a pass measures most of its disks too. */
export const everyDiskMeasured = (name: string): boolean => name.endsWith('every disk measured');
