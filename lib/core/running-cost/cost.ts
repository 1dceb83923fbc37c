import type { Money } from '../model/money.ts';
import { awsPrices, type PricedThing } from './aws-prices.ts';
import { countTransitions, type Definition } from './state-transitions.ts';

/** What is managed, and how busy a month is. */
export interface Load {
  readonly services: number;
  readonly projects: number;
  /** Events a month that ask for a run: new services, changed tags. */
  readonly events: number;
}

/** What is deployed, whatever the load. */
export interface Deployment {
  readonly definition: Definition;
  readonly memoryMb: Readonly<Record<'discover' | 'survey' | 'plan' | 'apply' | 'report' | 'watch-services', number>>;
  /** Calls a minute of one copy of `survey`: what it waits for the platform's rate is paid for. */
  readonly surveyCallsPerMinute: number;
  /** Copies of `survey` at one time. */
  readonly surveyCopies: number;
  /** Projects in which one look for new services looks; where there are more, looks take turns. */
  readonly watchedAtOnce: number;
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
  /** Of the quantity, what the account's monthly allowance covers. */
  readonly free: number;
  readonly cost: Money;
}

export interface CostOptions {
  /** True where nothing else in the organization uses up its monthly allowances. */
  readonly withAllowances: boolean;
}

/** Whole passes in a month: hourly ones (365 / 12 days of 24) and a daily one. */
const passes = 730 + 30;
/** Looks for new services in a month, one every two minutes. */
const looks = 365 * 2 * 30;
/** Events that are sent, one an hour, to see that they come through; each starts the workflow and ends there. */
const heartbeats = 730;
const callsPerProject = 2;
/** Days in a month on which a project's sizes are added to its history. */
const days = 31;
/** Seconds that a survey takes where it waits for nothing: two calls, two reads and one write. */
const surveySeconds = 1.5;
const applySeconds = 8;
const lookSeconds = 4;
const snapshotKbPerService = 1.2;
const monthsKept = 3;
/** Lines of Lambda itself and our own, and the events of one express child. */
const logKbPerCall = 1;
const logKbPerChild = 4;

/** Seconds of `survey` in one pass over so many projects, waits for the platform's rate included. */
const surveying = (projects: number, callsPerMinute: number): number =>
  Math.max(projects * surveySeconds, ((projects * callsPerProject) / callsPerMinute) * 60);

/** Hours in a month, and so passes that a month has room for if each takes an hour. */
const monthHours = 730;
/** Seconds of `discover`. */
const discoverSeconds = 3;

/** Seconds of a task that reads and writes what was found of every service. */
const overAll = (services: number) => 2 + services / 2_000;

const gbSeconds = (memoryMb: number, seconds: number) => (memoryMb / 1024) * seconds;

/**
 * Requests that runs make to the store where nothing changes, with so many projects read in all of them together; a listing
 * counts as a write. Each run reads and writes what is remembered from run to run; the snapshot of each project is written
 * once, and it is read with its history and what was left there. A budget that counts the month reads each history once more.
 */
export const storeRequests = ({ runs, surveys }: { readonly runs: number; readonly surveys: number }) => ({
  puts: runs * 13 + surveys,
  gets: runs * 18 + surveys * 6,
});

/**
 * Requests that looks for new services make to the store where nothing is new: each reads the marks and both ends of the
 * heartbeat, and where the projects take turns it reads and writes whose turn it is.
 */
export const lookRequests = ({
  looks: made,
  takesTurns,
}: {
  readonly looks: number;
  readonly takesTurns: boolean;
}) => ({
  puts: takesTurns ? made : 0,
  gets: made * (takesTurns ? 4 : 3),
});

/** How long the runs of a month take, one after the other as the lease has it, in hours. */
export interface MonthOfRuns {
  /** One whole pass. */
  readonly passHours: number;
  /** All passes, and a run for each event. */
  readonly allHours: number;
  /** What a month has. */
  readonly monthHours: number;
}

/** The time that a month of runs takes; where it is more than a month has, there is no such month to be priced. */
export const monthOfRuns = ({ services, projects, events }: Load, deployment: Deployment): MonthOfRuns => {
  const { surveyCallsPerMinute: rate, surveyCopies: copies } = deployment;
  const decided = (seen: number) => discoverSeconds + 2 * overAll(seen);
  const pass = surveying(projects, rate) / copies + decided(services);
  const event = surveying(1, rate) + decided(services / Math.max(1, projects)) + applySeconds;
  const hours = (seconds: number) => seconds / 3_600;
  return { passHours: hours(pass), allHours: hours(passes * pass + events * event), monthHours };
};

/**
 * How much of each priced thing a month takes. The passes find nothing to do, as nearly all do; each event asks for a run
 * of its own over one project and enables one service in it.
 */
const quantities = (load: Load, deployment: Deployment): Record<PricedThing, number> => {
  const { services, projects, events } = load;
  const { definition, memoryMb, surveyCallsPerMinute: rate } = deployment;
  const pass = countTransitions(definition, { taken: [], items: { SurveyProjects: projects } });
  const items = { SurveyProjects: 1, Grant: 1 };
  const run = countTransitions(definition, { taken: ['Trigger', 'Verdict'], items });
  const heartbeat = countTransitions(definition, { taken: ['Trigger', 'Woken'], items: {} });
  const runs = passes + events;
  const children = passes * pass.express + events * run.express;
  const surveyed = passes * surveying(projects, rate) + events * surveying(1, rate);
  const servicesOfProject = services / Math.max(1, projects);
  const decided = passes * overAll(services) + events * overAll(servicesOfProject);
  const invocations = runs * 3 + children + events + looks + heartbeats;
  const duration =
    gbSeconds(memoryMb.survey, surveyed) +
    gbSeconds(memoryMb.plan, decided) +
    gbSeconds(memoryMb.report, decided) +
    gbSeconds(memoryMb.discover, runs * discoverSeconds + heartbeats) +
    gbSeconds(memoryMb.apply, events * applySeconds) +
    gbSeconds(memoryMb['watch-services'], looks * lookSeconds);
  const asked = storeRequests({ runs, surveys: children });
  const looked = lookRequests({ looks, takesTurns: projects > deployment.watchedAtOnce });
  const snapshotKb = passes * services * snapshotKbPerService;
  return {
    transitions: passes * pass.standard + events * run.standard + heartbeats * heartbeat.standard,
    express: children,
    // Billed in chunks of 64 MB, and a child fits in one.
    expressDuration: gbSeconds(64, surveyed),
    invocations,
    duration,
    // An event adds its changes and moves a mark; each project's history is written once a day; a heartbeat is written when it
    // is sent and when it is back.
    puts: asked.puts + events * 12 + looked.puts + projects * days + heartbeats * 2,
    gets: asked.gets + events * 8 + looked.gets + heartbeats,
    stored: (snapshotKb * monthsKept) / 1_000_000,
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
    // A run with its children is one trace for each, though fewer are sampled.
    traces: runs + children + looks + heartbeats,
  };
};

/** What a month of Headroom itself costs, line by line, in US dollars; what is begun of a unit counts as a whole one. */
export const estimateCost = (load: Load, deployment: Deployment, options: CostOptions): CostLine[] =>
  Object.entries(quantities(load, deployment)).map(([thing, amount]) => {
    const { item, unit, pico, free: allowance } = awsPrices[thing as PricedThing];
    const quantity = Math.ceil(amount);
    const free = options.withAllowances ? Math.min(quantity, allowance) : 0;
    return { item, unit, quantity, free, cost: BigInt(quantity - free) * pico };
  });

/** The sum of the lines. */
export const totalOf = (lines: readonly CostLine[]): Money => lines.reduce((sum, { cost }) => sum + cost, 0n);
