import { surveysFor, timesStored } from '../inventory/batches.ts';
import { callsPerProject } from '../inventory/readings.ts';
import type { Money } from '../model/money.ts';
import { awsPrices, type PricedThing } from './aws-prices.ts';
import { backupQuantities } from './backup-cost.ts';
import { channelQuantities } from './channel-cost.ts';
import { askingPasses, mostDays, type PassInterval, passesOf } from './passes.ts';
import { reservationsOf } from './reservations.ts';
import { countTransitions, type Definition } from './state-transitions.ts';
import { lookRequests, storeRequests } from './store-requests.ts';
import { idlePart, looking, type Readers, readingPasses, surveying } from './survey-seconds.ts';
import { continuations, statesOfContinuation } from './waiting-surveys.ts';

/** The managed organization and its activity in a month. */
export interface Load {
  readonly services: number;
  readonly projects: number;
  /** Events a month that trigger a run: new services, changed tags. */
  readonly events: number;
  /** Channels of notices; absent or 0: the setting `channels` is off. */
  readonly channels?: number;
}

/** The deployment, independent of the load. */
export interface Deployment extends Readers {
  readonly definition: Definition;
  readonly memoryMb: Readonly<
    Record<
      'discover' | 'survey' | 'plan' | 'ask' | 'apply' | 'report' | 'watch-services' | 'deliver' | 'backup',
      number
    >
  >;
  /** Batches of projects that a run forms at least, if it has as many projects. */
  readonly surveyBatches: number;
  /** Projects that one pass reads at most. */
  readonly readPerPass: number;
  readonly keys: number;
  readonly secrets: number;
  readonly metrics: number;
  readonly alarms: number;
  readonly compositeAlarms: number;
  readonly dashboards: number;
}

export interface CostLine {
  readonly item: string;
  readonly unit: string;
  readonly quantity: number;
  /** Part of the quantity that the account's monthly allowance covers. */
  readonly free: number;
  readonly cost: Money;
}

export interface CostOptions {
  /** Whether the monthly allowances of the organization are available to Headroom alone. */
  readonly withAllowances: boolean;
}

/** Watches for new services a month, one every two minutes. */
const looks = 365 * 2 * 30;
/** Hourly heartbeats a month; each starts the workflow and ends there. */
const heartbeats = 730;
/** Seconds of `apply` in the run of an event, which has the lease. */
const applySeconds = 8;
/** Seconds of `apply` in the next pass, if it divides the budget of an event anew: it waits for calls behind what it has read. */
const applySecondsAfter = 34;
/** Seconds of `ask`. */
const askSeconds = 3;
/** Store requests of an `ask` and of the second plan, which reads the record of each project. */
const askRequests = { puts: 10, gets: 22, getsPerProject: 1 };
/**
 * What a pass that changes nothing stores of a service, in its plan and in the reading of its project, with a sixth more for
 * versions.
 */
const storedKbPerService = 0.35;
const monthsKept = 3;
/** Log lines of Lambda and of Headroom; events of one child. */
const logKbPerCall = 1;
const logKbPerChild = 4;

/** Requests to the store for the changes of one event, their progress and their audit. */
const putsOfEvent = 33;
const getsOfEvent = 156;
/** Services from which on a new one changes the maximums of others so little that the next pass seldom has to. */
const fewServices = 80;
/** What the passes after the events add, where they have to: states, store requests and seconds of `apply`. */
const afterEvents = ({ events, services }: Load) => {
  const divisions = events * Math.min(1, fewServices / Math.max(1, services));
  return {
    states: divisions * 18,
    puts: divisions * 79,
    gets: divisions * 174,
    seconds: divisions * applySecondsAfter,
  };
};
/** What a survey that continues reads of its run, its batch and the index. */
const getsOfContinuation = 7;
/** Stored sizes and prices of service plans that one run reads. */
const storedAnswers = 30;

/** Seconds of `discover`. */
const discoverSeconds = 0.7;

/** Seconds of a task that reads and writes the data of every service. */
const overAll = (services: number) => 1.1 + services / 2_000;

const gbSeconds = (memoryMb: number, seconds: number) => (memoryMb / 1024) * seconds;

/** Reservations of platform calls. @param read projects that surveys read in a month, `perPass` of them in each pass */
const reservations = (load: Load, deployment: Deployment, perPass: number, read: number): number => {
  const { callsPerMinute, tokens, watchedAtOnce } = deployment;
  const callsOfLook = 1 + Math.min(load.projects, watchedAtOnce);
  const idleLooks = looks * idlePart(load.projects, perPass, deployment);
  const month = {
    looks: looks - idleLooks,
    callsOfLook,
    passes: passesOf(deployment),
    surveyCalls: read * callsPerProject,
    events: load.events,
  };
  return reservationsOf(month, callsPerMinute / tokens);
};

/**
 * Hours of a month in which runs decide and write: the lease lets one run at a time do so. Reading and asking need no lease,
 * so neither the projects nor the calls a minute bound it.
 */
export const hoursWithLease = ({ services, projects, events }: Load, interval: PassInterval): number => {
  const seconds = (of: number) => 3 * overAll(of);
  return (
    (passesOf(interval) * seconds(services) + events * (seconds(services / Math.max(1, projects)) + applySeconds)) /
    3_600
  );
};

/**
 * Quantity of each priced item in a month. Passes change nothing, as nearly all do; each event triggers its own run over
 * one project and enables one service in it.
 */
const quantities = (load: Load, deployment: Deployment): Record<Exclude<PricedThing, 'mails'>, number> => {
  const { services, projects, events } = load;
  const { definition, memoryMb } = deployment;
  const passes = passesOf(deployment);
  // A pass of a large organization reads a part of it, and plans all of it.
  const perPass = Math.min(projects, deployment.readPerPass);
  const surveys = surveysFor(perPass, deployment.surveyBatches);
  const pass = countTransitions(definition, { taken: [], items: { SurveyProjects: surveys } });
  const from = (StartAt: string) => countTransitions({ ...definition, StartAt }, { taken: [], items: {} });
  const asking = from('Ask') - from('Report');
  const asks = askingPasses(deployment);
  const run = countTransitions(definition, { taken: ['Trigger', 'Verdict'], items: { SurveyProjects: 1, Grant: 1 } });
  const heartbeat = countTransitions(definition, { taken: ['Trigger', 'Woken'], items: {} });
  const runs = passes + events;
  const after = afterEvents(load);
  const reading = readingPasses(perPass, deployment);
  const children = reading * surveys + events;
  const read = reading * perPass + events;
  const planned = passes * projects + events;
  const surveySeconds = surveying(perPass, deployment);
  const continued = reading * continuations(perPass, deployment.callsPerMinute);
  const surveySecondsInAll = reading * surveySeconds + events * surveying(1, deployment);
  const decideSeconds = passes * overAll(services) + events * overAll(services / Math.max(1, projects));
  const invocations = runs * 3 + asks * 2 + children + continued + events + looks + heartbeats;
  const duration =
    gbSeconds(memoryMb.survey, surveySecondsInAll) +
    gbSeconds(memoryMb.plan, decideSeconds + asks * overAll(services)) +
    gbSeconds(memoryMb.ask, asks * askSeconds) +
    gbSeconds(memoryMb.report, decideSeconds) +
    gbSeconds(memoryMb.discover, runs * discoverSeconds + heartbeats) +
    gbSeconds(memoryMb.apply, events * applySeconds + after.seconds) +
    gbSeconds(memoryMb['watch-services'], looks * looking(projects, perPass, deployment));
  const stored = reading * timesStored(perPass, surveys) + events;
  const byRuns = storeRequests({ runs, surveys: children, stored, planned });
  const takesTurns = projects > deployment.watchedAtOnce;
  const byLooks = lookRequests({ looks, idlePart: idlePart(projects, perPass, deployment), takesTurns });
  const reserved = reservations(load, deployment, perPass, read);
  return {
    transitions:
      passes * pass +
      continued * statesOfContinuation +
      asks * asking +
      events * run +
      after.states +
      heartbeats * heartbeat,
    invocations,
    duration,
    // An event adds its changes and moves a watermark; each project's record and history are written once a day; a heartbeat is
    // written when it is sent and when it returns, and the end of the token with it.
    puts:
      byRuns.puts +
      asks * askRequests.puts +
      reserved +
      events * putsOfEvent +
      after.puts +
      byLooks.puts +
      2 * projects * mostDays +
      heartbeats * 3,
    gets:
      byRuns.gets +
      continued * getsOfContinuation +
      asks * (askRequests.gets + projects * askRequests.getsPerProject) +
      reserved +
      runs * storedAnswers +
      events * getsOfEvent +
      after.gets +
      byLooks.gets +
      3 * projects * mostDays +
      heartbeats,
    stored: (passes * services * storedKbPerService * monthsKept) / 1_000_000,
    keys: deployment.keys,
    keyRequests: runs * 10 + heartbeats * 2,
    secrets: deployment.secrets,
    secretReads: runs * 10 + looks / 2,
    events: runs + events * 2 + heartbeats,
    schedules: passes + looks,
    logs: (invocations * logKbPerCall + children * logKbPerChild) / 1_000_000,
    metrics: deployment.metrics,
    alarms: deployment.alarms,
    compositeAlarms: deployment.compositeAlarms,
    dashboards: deployment.dashboards,
  };
};

/** Quantities, also of backups and channels; an unused thing has no line. */
const allQuantities = (load: Load, deployment: Deployment): [PricedThing, number][] => {
  const more = channelQuantities(load.channels ?? 0, deployment.memoryMb.deliver);
  const backups: Partial<Record<PricedThing, number>> = backupQuantities(load, deployment.memoryMb.backup);
  const all = Object.entries({ ...quantities(load, deployment), mails: 0 }) as [PricedThing, number][];
  return all
    .map(([thing, amount]): [PricedThing, number] => [thing, amount + (more[thing] ?? 0) + (backups[thing] ?? 0)])
    .filter(([thing, amount]) => thing !== 'mails' || amount > 0);
};

/** Monthly cost of Headroom itself, line by line, in US dollars; a started unit counts as a whole one. */
export const estimateCost = (load: Load, deployment: Deployment, options: CostOptions): CostLine[] =>
  allQuantities(load, deployment).map(([thing, amount]) => {
    const { item, unit, pico, free: allowance } = awsPrices[thing];
    const quantity = Math.ceil(amount);
    const free = options.withAllowances ? Math.min(quantity, allowance) : 0;
    return { item, unit, quantity, free, cost: BigInt(quantity - free) * pico };
  });

/** The sum of the lines. */
export const totalOf = (lines: readonly CostLine[]): Money => lines.reduce((sum, { cost }) => sum + cost, 0n);
