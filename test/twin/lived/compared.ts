import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { figureNames, type Figures, openLived } from './lived.ts';
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

/** The policies that are compared: fixed maximums, and maximums that follow forecasts in a budget. */
const policiesFor = (services: number) => [
  { name: 'fixed maximums', text: fixedMaximums, moves: false },
  { name: 'forecast and budget', text: forecastAndBudget(services), moves: true },
];

/** Lives an organization until it is captured, asks the twin of a policy, and lives the same days under that policy. */
const livedUnder = async (
  { text, moves }: Pick<ReturnType<typeof policiesFor>[number], 'text' | 'moves'>,
  { seed, services, days, seeds, folder }: ComparedOptions,
) => {
  const lived = await openLived(livedOrganization(seed, services), seed, folder);
  try {
    await lived.live(knownDays, fixedMaximums);
    const asked = ['--scenario', await lived.capture(), '--policy', lived.file('asked.yaml', text)];
    const json = await lived.run(
      'simulate',
      ...asked,
      '--days',
      `${days}`,
      '--seeds',
      `${seeds}`,
      '--every',
      '1d',
      '--json',
    );
    const figures = lived.count();
    await (moves ? lived.live : lived.liveQuietly)(days, text);
    return { predicted: JSON.parse(json) as Predicted, figures: figures() };
  } finally {
    await lived.close();
  }
};

/**
 * Lives an organization under fixed maximums, captures it, and compares what the twin says of a policy with what comes of it
 * by the same commands. With two policies, the organization is lived twice.
 * @param last so many of the policies, from the last one on
 */
export const comparedWithTwin = async (options: ComparedOptions, last = 2): Promise<Compared[]> => {
  const compared: Compared[] = [];
  for (const { name, ...policy } of policiesFor(options.services).slice(-last)) {
    const folder = join(options.folder, name);
    mkdirSync(folder);
    const { predicted, figures } = await livedUnder(policy, { ...options, folder });
    for (const figure of figureNames) {
      const range = predicted.policies.at(-1)?.measures[figure];
      const [p10, p50, p90] = [range?.p10, range?.p50, range?.p90].map(Number) as [number, number, number];
      const lived = figures[figure];
      compared.push({ policy: name, figure, p10, p50, p90, lived, isWithin: lived >= p10 && lived <= p90 });
    }
  }
  return compared;
};
