import { forecastServiceOf } from '../forecast/contexts.ts';
import { freshDays } from '../forecast/forecast.ts';
import type { Forecasts } from '../forecast/forecasts.ts';
import type { Runaway } from '../forecast/runaway.ts';
import type { Finding } from '../model/decision.ts';
import type { ServiceContext } from '../service/changes.ts';

const looks: Readonly<Record<Runaway['looksLike'], string>> = {
  data: 'data that came within a day and stays, such as an import',
  log: 'a log: it comes every day, such as logs or a replication slot that nothing clears',
  burst: 'a burst: rises like it passed before, such as those of a batch',
};

const gbText = (gb: number): string => `${gb < 10 ? gb.toFixed(1) : Math.round(gb)} GB`;

const growthText = (runaway: Runaway | null | undefined): string =>
  runaway == null
    ? `Whether the growth of the disk runs away is unknown: its use was not measured in the last ${freshDays} days.`
    : `The data of the disk grew by ${gbText(runaway.gb)} in a week, where 99 of 100 weeks stay under ${gbText(runaway.usualGb)}. It looks like ${looks[runaway.looksLike]}.`;

/** The maximum that the forecast asks for, if the rule holds it and no grant of a person is above it. */
const heldBelow = ({ forecastGb, judgement }: ServiceContext): number | undefined =>
  forecastGb !== undefined && forecastGb > (judgement.decision.maxAdditionalGb ?? 0) ? forecastGb : undefined;

/**
 * Warns of a disk whose last week was far beyond its past, and of every maximum that a rule holds for that reason, as long as it
 * does: a disk must not fill up because of a hold that no one knows of.
 */
export const runawayFinding = (subject: ServiceContext, forecasts: Forecasts | undefined): Finding | undefined => {
  const { decision, exempt } = subject.judgement;
  const heldFrom = heldBelow(subject);
  if (forecasts === undefined || exempt) return undefined;
  const disk = forecastServiceOf(subject);
  const runaway = forecasts.runaway(disk, heldFrom === undefined ? 'last week' : 'standing');
  if (runaway == null && heldFrom === undefined) return undefined;
  const { project, service, maxAdditionalGb } = decision;
  const remedy =
    heldFrom === undefined
      ? 'Find what writes so much before it takes the maximum and the budget.'
      : `Its maximum stays at ${maxAdditionalGb} GB, and the forecast asks for ${heldFrom} GB: free space, or raise it with 'headroom grant ${project}/${service} ${heldFrom}'.`;
  const forecast = forecasts.of(disk, subject.actual.maximum);
  const days = forecast.kind === 'known' ? forecast.daysToFull : null;
  const details = {
    ...(days !== null && { days }),
    looksLike: runaway?.looksLike ?? 'unknown',
    ...(runaway != null && { gb: Math.ceil(runaway.gb), usualGb: Math.ceil(runaway.usualGb) }),
    ...(heldFrom !== undefined && { maxAdditionalGb: maxAdditionalGb ?? 0, wantGb: heldFrom }),
  };
  return { code: 'growth-runaway', project, service, message: `${growthText(runaway)} ${remedy}`, details };
};
