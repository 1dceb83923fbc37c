import { PlatformError, PlatformUnauthorized } from '../../../contract/errors.ts';
import { beyondMoney, byMoney, inForceGbOf, type LedgerLine, ledgerName } from '../../../core/budget/ledger.ts';
import { priceFinder, priceKeyOf, priceKeyText } from '../../../core/budget/service-price.ts';
import { grows, isDiskChange, resultsOf } from '../../../core/change/change.ts';
import { groupBy, serviceKey } from '../../../core/model/grouping.ts';
import type { Service, Snapshot } from '../../../core/model/model.ts';
import { parseMoney } from '../../../core/model/money.ts';
import { oncePerText } from '../../../core/model/remembering.ts';
import { indexActual } from '../../../core/service/actual.ts';
import { hasPlanName, planSizesIn, provisionedAdditionalGb } from '../../../core/service/floor.ts';
import type { PlatformPorts } from '../../../ports.ts';
import { readProject } from '../../inventory/read-project.ts';
import { lookUp } from '../../lookup/look-up.ts';
import { openLookupReader, storedLookups } from '../../lookup/stored-lookups.ts';
import { runPolicy } from '../../policy/policy-in-force.ts';
import { keys } from '../../store/keys.ts';
import { needObject, readObject, updateObject } from '../../store/objects.ts';
import { readRun } from '../../store/run.ts';
import type { EndList } from '../../store/run-objects.ts';
import type { CheckedMoney, PlannedMoney } from '../../store/schemas/money.ts';
import { changesOf } from '../planned-project.ts';
import type { WriteCheck, WriteCheckInput } from './write-check.ts';

/**
 * Projects of a budget that are read again before its first grant, with two calls each: more would take minutes at the usual
 * pace. For the others the readings of the plan count, and no money that a release in them frees.
 */
const mostProjects = 50;

type Line = PlannedMoney['lines'][number];

const lineOf = ({ project, service, inForceGb, perGbMonth }: Line): LedgerLine => ({
  project,
  service,
  inForceGb,
  price: perGbMonth === null ? null : parseMoney(perGbMonth),
});

/** Services and unused endpoints of a project whose releases of this run are all confirmed, by their names in the ledger. */
const freedIn = async ({ store }: PlatformPorts, runId: string, project: string): Promise<ReadonlySet<string>> => {
  const planned = await changesOf(store, runId, 'release', project);
  const ends = (await readObject<EndList>(store, keys.results(runId, 'release', project))) ?? [];
  const owed = new Set(planned.slice(ends.length).map(ledgerName));
  const results = resultsOf(planned, ends);
  for (const result of results) if (result.status !== 'confirmed') owed.add(ledgerName(result));
  return new Set(results.map(ledgerName).filter((name) => !owed.has(name)));
};

/** Sizes and prices of what these services are now; what the store does not know is asked. */
const answersFor = async (ports: PlatformPorts, runId: string, project: string, services: readonly Service[]) => {
  const needs = services.filter(hasPlanName).map(({ type, plan }) => ({ project, serviceType: type, plan }));
  const priceNeeds = services.flatMap((service) => priceKeyOf(project, service) ?? []);
  const find = (isAsked: boolean) =>
    storedLookups(
      openLookupReader(ports),
      { needs, priceNeeds },
      { runId, measured: 0, refreshes: false, has: () => isAsked },
    );
  const { lookups, isMissing, answers } = await find(false);
  if (!isMissing) return answers;
  await lookUp(ports, runId, lookups, () => undefined);
  return (await find(true)).answers;
};

/** The lines of one project by a new reading: only a confirmed release lowers one. @throws platform errors */
const linesNow = async (
  ports: PlatformPorts,
  runId: string,
  project: string,
  planned: readonly Line[],
): Promise<LedgerLine[]> => {
  const snapshot: Snapshot = { project, tags: {}, ...(await readProject(ports.platform, project)) };
  const found = new Map(snapshot.services.map((service) => [service.name, service]));
  const services = planned.flatMap(({ service }) => found.get(service) ?? []);
  const answers = await answersFor(ports, runId, project, services);
  const freed = await freedIn(ports, runId, project);
  const actual = indexActual(snapshot, answers.planDiskMb);
  const sizesOf = planSizesIn(answers);
  const prices = priceFinder(runPolicy(await readRun(ports.store, runId)).prices, answers.prices);
  return planned.map((line): LedgerLine => {
    const before = lineOf(line);
    const service = found.get(line.service);
    // A service that is not listed may be there all the same; an endpoint whose deletion is confirmed is not.
    if (service === undefined) return line.isUnused && freed.has(line.service) ? { ...before, inForceGb: 0 } : before;
    const sizes = sizesOf(service);
    const provisionedGb = provisionedAdditionalGb(service, sizes.planDiskMb ?? null, ports.platform.maximumKind);
    const nowGb = inForceGbOf({ actual: actual.of(service), sizes }, provisionedGb);
    const isFree = freed.has(line.service) && provisionedGb !== null;
    const { type: serviceType, plan, cloud } = service;
    const isSold = priceKeyText({ serviceType, plan, cloud }) === line.sold;
    const price = isSold ? before.price : priceNow(prices.find(project, service), before.price);
    return { ...before, inForceGb: isFree ? nowGb : Math.max(nowGb, before.inForceGb), price };
  });
};

/** An unknown price keeps its grants waiting: no amount covers it. */
const unknownPrice = 10n ** 60n;

const priceNow = (found: ReturnType<ReturnType<typeof priceFinder>['find']>, before: bigint | null): bigint | null => {
  if (found.kind === 'price') return before !== null && before > found.perGbMonth ? before : found.perGbMonth;
  return found.kind === 'none' ? before : unknownPrice;
};

/** The lines of one project; undefined if it cannot be read now. @throws OutOfTime, PlatformUnauthorized, StoreUnavailable */
const linesIfReadable = async (...given: Parameters<typeof linesNow>): Promise<LedgerLine[] | undefined> => {
  try {
    return await linesNow(...given);
  } catch (error) {
    if (error instanceof PlatformError && !(error instanceof PlatformUnauthorized)) return undefined;
    throw error;
  }
};

/**
 * Checks the money in force of a budget with new readings of its projects: those with releases first, then those in which most is
 * in force, as far as calls go.
 * @returns the grants for which the money does not suffice, with the reason
 * @throws OutOfTime, PlatformUnauthorized, StoreUnavailable
 */
const checkMoney = async (
  ports: PlatformPorts,
  runId: string,
  { limit, lines, older: earlier, grants }: PlannedMoney,
): Promise<CheckedMoney> => {
  const byProject = groupBy(lines, ({ project }) => project);
  const released = new Set(lines.filter(({ isReleased }) => isReleased).map(({ project }) => project));
  const order = byMoney(lines.map(lineOf), released);
  const older = new Set(earlier);
  const now: LedgerLine[] = [];
  let checked = 0;
  for (const [index, project] of order.entries()) {
    const planned = byProject.get(project) ?? [];
    const isAsked = index < mostProjects;
    const read = isAsked ? await linesIfReadable(ports, runId, project, planned) : undefined;
    now.push(...(read ?? planned.map(lineOf)));
    // What the run has read for its plan is new enough.
    if (isAsked ? read !== undefined : !older.has(project)) checked += 1;
  }
  const refused = beyondMoney(parseMoney(limit) ?? 0n, now, grants);
  return {
    checked,
    projects: order.length,
    refused: grants.flatMap((grant) => {
      const why = refused.get(serviceKey(grant));
      return why === undefined ? [] : [{ project: grant.project, service: grant.service, why }];
    }),
  };
};

/** What the first grant of a budget in a run finds of its money, for all others of the run. */
const moneyOf = async (context: WriteCheckInput, budget: string): Promise<CheckedMoney> => {
  const { store, runId } = context;
  const key = keys.checkedMoney(runId, budget);
  const stored = await readObject<CheckedMoney>(store, key);
  if (stored !== undefined) return stored;
  const planned = await needObject<PlannedMoney>(store, keys.money(runId, budget));
  const found = await checkMoney(context, runId, planned);
  // Of two tasks that check at the same time the first one decides, or each would spend what the other does.
  await updateObject<CheckedMoney>(store, key, (first) => (first === undefined ? found : undefined));
  return needObject<CheckedMoney>(store, key);
};

const partText = ({ checked, projects }: CheckedMoney): string =>
  checked === projects ? '' : ` (money checked in ${checked} of ${projects} projects)`;

/**
 * Blocks a grant for which the money of its budget does not suffice by new readings: since the plan a release may have failed, a
 * disk may have grown, or a person may have changed the plan, cloud or maximum of any service of the budget.
 */
export const affordable = (context: WriteCheckInput): WriteCheck => {
  const look = oncePerText((budget: string) => moneyOf(context, budget));
  return async (change) => {
    const { phase, budget, project, service } = change;
    if (phase !== 'grant' || budget === undefined || !(isDiskChange(change) || grows(change))) return undefined;
    const money = await look(budget);
    const own = serviceKey({ project, service });
    const why = money.refused.find((refusal) => serviceKey(refusal) === own)?.why;
    return why && `budget "${budget}" has no money for it now: ${why}${partText(money)}; the next run divides it again`;
  };
};
