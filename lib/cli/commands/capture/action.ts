import { randomBytes } from 'node:crypto';
import { anonymized } from '../../../capture/anonymize.ts';
import { scenarioOf, unknownGrowths } from '../../../capture/scenario-of.ts';
import { scenarioText } from '../../../capture/scenario-text.ts';
import { version } from '../../../contract/version.ts';
import { counted } from '../../../core/model/visible-text.ts';
import type { Scenario } from '../../../emulator/scenario/scenario.ts';
import { captureOrganization, usualDays } from '../../session/captured-organization.ts';
import type { CommandContext } from '../command.ts';
import { writeOutFile } from '../../shell/out-file.ts';
import { print } from '../../shell/print.ts';
import type { CaptureFlags } from './options.ts';

/** Contents and gaps of a scenario. */
const summaryOf = (scenario: Scenario) => {
  const services = scenario.projects.flatMap((project) => project.services ?? []);
  return {
    organization: scenario.organization,
    at: scenario.startTime,
    from: scenario.captured?.from,
    days: scenario.captured?.days,
    anonymized: scenario.captured?.anonymized ?? false,
    projects: scenario.projects.length,
    services: services.length,
    unknownGrowth: unknownGrowths(scenario),
    omissions: scenario.captured?.omissions ?? [],
  };
};

type Summary = ReturnType<typeof summaryOf>;

const countsText = ({ services, projects, unknownGrowth }: Summary): string =>
  `${counted(services, 'service')} of ${counted(projects, 'project')}; the growth of ${unknownGrowth.length} is unknown and typical of their types`;

const headingOf = (summary: Summary): string[] => [
  `Captured at ${summary.at} by headroom ${version}, from ${summary.from === 'store' ? 'a store' : 'the platform'}: ${countsText(summary)}.`,
  'Serve it: headroom platform --scenario FILE. User configurations, tokens and passwords are not in it.',
  ...(summary.omissions.length === 0
    ? []
    : [`${counted(summary.omissions.length, 'thing')} could not be captured: see captured.omissions.`]),
];

/** Writes the organization as a scenario. It only reads, and what it cannot read is named in the file. */
export const run = async ({ line, flags, console }: CommandContext<CaptureFlags>): Promise<void> => {
  const { out, days = usualDays, anonymize = false } = flags;
  const captured = await captureOrganization(line, flags, days, console);
  const whole = scenarioOf(captured.organization);
  const scenario = anonymize ? anonymized(whole, randomBytes(32), captured.tagPrefix) : whole;
  const summary = summaryOf(scenario);
  const text = scenarioText(scenario, headingOf(summary));
  if (out !== undefined) await writeOutFile(out, text);
  if (flags.json)
    console.json({ ...summary, ...(out === undefined ? { scenario } : { file: out }), calls: captured.calls });
  else if (out === undefined) print(line.out, text);
  // These are for the person at this terminal, who must know what they are.
  for (const { place, why } of whole.captured?.omissions ?? []) console.note(`left out: ${place}: ${why}`);
  if (out !== undefined) console.note(`${countsText(summary)}; written to ${out}`);
};
