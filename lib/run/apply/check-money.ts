import { PlatformError, PlatformUnauthorized } from '../../contract/errors.ts';
import { beyondMoney, byMoney, inForceGbOf, type LedgerLine, ledgerName } from '../../core/budget/ledger.ts';
import { priceFinder, priceKeyOf, priceKeyText } from '../../core/budget/service-price.ts';
import { resultsOf } from '../../core/change/change.ts';
import { groupBy, serviceKey } from '../../core/model/grouping.ts';
import type { Service, Snapshot } from '../../core/model/model.ts';
import { parseMoney } from '../../core/model/money.ts';
import { indexActual } from '../../core/service/actual.ts';
import { hasPlanName, planSizesIn, provisionedAdditionalGb } from '../../core/service/floor.ts';
import type { PlatformPorts } from '../../ports.ts';
import { readProject } from '../inventory/read-project.ts';
import { lookUp } from '../lookup/look-up.ts';
import { openLookupReader, storedLookups } from '../lookup/stored-lookups.ts';
import { runPolicy } from '../policy/run-policy.ts';
import { keys } from '../store/keys.ts';
import { readObject } from '../store/objects.ts';
import { readRun } from '../store/run.ts';
import type { EndList } from '../store/run-objects.ts';
import type { CheckedMoney, PlannedMoney } from '../store/schemas/money.ts';
import { changesOf } from './planned-project.ts';

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
export const checkMoney = async (
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
