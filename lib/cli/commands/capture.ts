import { randomBytes } from 'node:crypto';
import { anonymized } from '../../capture/anonymize.ts';
import type { CapturedOrganization } from '../../capture/facts.ts';
import { captureLive } from '../../capture/live.ts';
import { scenarioOf, unknownGrowths } from '../../capture/scenario-of.ts';
import { scenarioText } from '../../capture/scenario-text.ts';
import { captureStored } from '../../capture/stored.ts';
import { PolicyInvalid } from '../../contract/errors.ts';
import { version } from '../../contract/version.ts';
import { roomOf } from '../../core/calls/order.ts';
import { policyDefaults } from '../../core/policy/policy-defaults.ts';
import { parsePolicyOfAnyProfile } from '../../documents/documents.ts';
import type { Scenario } from '../../emulator/scenario/scenario.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../../run/store/keys.ts';
import { connect } from '../session/connection.ts';
import { openCommandStore } from '../session/open-store.ts';
import { type CommandLine, type ConnectionFlags, exitStatus } from '../shell/command-line.ts';
import { type Console, consoleOf } from '../shell/console.ts';
import { writeOutFile } from '../shell/out-file.ts';
import { print } from '../shell/print.ts';

export interface CaptureFlags extends ConnectionFlags {
  readonly out?: string;
  readonly days?: number;
  readonly anonymize?: boolean;
  readonly fromStore?: boolean;
}

interface Captured {
  readonly organization: CapturedOrganization;
  readonly tagPrefix: string;
  readonly calls: number;
}

const usualDays = 30;

/** What the calls that are still to come take at this rate. */
export const estimateText = (calls: number, callsPerMinute: number): string => {
  const text = `${calls} calls to read plans, prices and disk use`;
  if (!Number.isFinite(callsPerMinute)) return text;
  const minutes = Math.ceil(calls / roomOf('survey', callsPerMinute));
  return `${text}: about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} at ${callsPerMinute} calls a minute`;
};

/** The prefix of the policy in the store; the usual one without a valid policy. */
const tagPrefixOf = async (store: Store): Promise<string> => {
  const document = await store.get(keys.policy);
  if (document === undefined) return policyDefaults.tagPrefix;
  try {
    return parsePolicyOfAnyProfile(document.body, keys.policy).tagPrefix;
  } catch (error) {
    if (error instanceof PolicyInvalid) return policyDefaults.tagPrefix;
    throw error;
  }
};

const fromPlatform = async (
  line: CommandLine,
  flags: CaptureFlags,
  days: number,
  console: Console,
): Promise<Captured> => {
  const { ports, client, callsPerMinute } = await connect(flags, line.environment, line.signal);
  try {
    const organization = await captureLive(
      { ...ports, platform: client },
      {
        days,
        onEstimate: (calls) => console.note(estimateText(calls, callsPerMinute)),
        onProgress: console.progress,
      },
    );
    return { organization, tagPrefix: await tagPrefixOf(ports.store), calls: client.calls().reads };
  } finally {
    await client.close();
  }
};

const fromStore = async (line: CommandLine, flags: CaptureFlags, days: number): Promise<Captured> => {
  const store = await openCommandStore(line.environment, flags);
  return { organization: await captureStored(store, { days }), tagPrefix: await tagPrefixOf(store), calls: 0 };
};

/** What there is in a scenario, and what is missing. */
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
    left: scenario.captured?.left ?? [],
  };
};

type Summary = ReturnType<typeof summaryOf>;

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

const countsText = ({ services, projects, unknownGrowth }: Summary): string =>
  `${counted(services, 'service')} of ${counted(projects, 'project')}; the growth of ${unknownGrowth.length} is unknown and typical of their types`;

const headingOf = (summary: Summary): string[] => [
  `Captured at ${summary.at} by headroom ${version}, from ${summary.from === 'store' ? 'a store' : 'the platform'}: ${countsText(summary)}.`,
  'Serve it: headroom platform --scenario FILE. User configurations, tokens and passwords are not in it.',
  ...(summary.left.length === 0
    ? []
    : [`${counted(summary.left.length, 'thing')} could not be captured: see captured.left.`]),
];

/** Writes the organization as a scenario. It only reads, and what it cannot read is named in the file. */
export const run = async (line: CommandLine, flags: CaptureFlags): Promise<number> => {
  const console = consoleOf(line, flags);
  const { out, days = usualDays, anonymize = false } = flags;
  const captured = flags.fromStore
    ? await fromStore(line, flags, days)
    : await fromPlatform(line, flags, days, console);
  const whole = scenarioOf(captured.organization);
  const scenario = anonymize ? anonymized(whole, randomBytes(32), captured.tagPrefix) : whole;
  const summary = summaryOf(scenario);
  const text = scenarioText(scenario, headingOf(summary));
  if (out !== undefined) await writeOutFile(out, text);
  if (flags.json)
    console.json({ ...summary, ...(out === undefined ? { scenario } : { file: out }), calls: captured.calls });
  else if (out === undefined) print(line.out, text);
  for (const { place, why } of summary.left) console.note(`left out: ${place}: ${why}`);
  if (out !== undefined) console.note(`${countsText(summary)}; written to ${out}`);
  return exitStatus.ok;
};
