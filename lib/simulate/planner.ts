import { needHistories } from '../core/budget/basis.ts';
import { dayOf, type ProjectHistory, withReadings } from '../core/forecast/project-history.ts';
import { isoInstant } from '../core/model/durations.ts';
import type { Freeze } from '../core/model/freeze.ts';
import type { Snapshot } from '../core/model/model.ts';
import type { Policy } from '../core/model/policy-document.ts';
import { type Lookup, lookupText } from '../core/plan/lookups.ts';
import type { PlanInput, PlanResult } from '../core/plan/plan-input.ts';
import { lastingOptions, restartingOptions } from '../documents/marked-options.ts';
import type { Store } from '../ports.ts';
import { readUse, type UsageLookup } from '../run/lookup/look-up.ts';
import { doneLookups } from '../run/lookup/run-lookups.ts';
import { afterAnswer } from '../run/lookup/stored-answer.ts';
import type { LookupReader } from '../run/lookup/stored-lookups.ts';
import { forecastServices, fullLookups } from '../run/plan/forecast.ts';
import { withLookups } from '../run/plan/with-lookups.ts';
import { keys } from '../run/store/keys.ts';
import type { StoredLookup } from '../run/store/run-objects.ts';
import { sha256 } from '../run/store/sha256.ts';
import type { SimulatedPlatform } from './platform.ts';

/** What the platform has answered, and how to ask it more. */
interface Answers {
  readonly reader: LookupReader;
  /** Makes lookups, one after the other. The use of disks goes into the histories. */
  readonly ask: (lookups: readonly Lookup[], histories: Map<string, ProjectHistory>) => Promise<void>;
}

/** The answers to the lookups of a life, in memory. */
const createAnswers = ({ client: platform, clock }: Pick<SimulatedPlatform, 'client' | 'clock'>): Answers => {
  const answered = new Map<string, StoredLookup<unknown>>();
  const note = (key: string, answer: unknown) =>
    answered.set(key, afterAnswer(answered.get(key) as StoredLookup<unknown> | undefined, answer, clock.now()));

  const measure = async (lookup: UsageLookup, histories: Map<string, ProjectHistory>) => {
    const { project, service, diskMb } = lookup;
    const day = dayOf(clock.now());
    const history = histories.get(project);
    const before = history?.services.find(({ name }) => name === service);
    if (history === undefined || before === undefined || before.measuredDay === day) return;
    const { dated } = await readUse({ platform, clock }, lookup, before.measuredDay);
    const measured = withReadings(history.days, before, dated, { day, diskMb });
    const services = history.services.map((stored) => (stored === before ? measured : stored));
    histories.set(project, { ...history, services });
  };

  const ask: Answers['ask'] = async (lookups, histories) => {
    for (const lookup of lookups) {
      const { project } = lookup;
      if (lookup.kind === 'usage') await measure(lookup, histories);
      if (lookup.kind === 'plan-disk') {
        const { serviceType, plan } = lookup;
        note(keys.planDisk(serviceType, plan), await platform.planSpecification(project, serviceType, plan));
      }
      if (lookup.kind === 'price') {
        const { serviceType, plan, cloud } = lookup;
        note(keys.price(serviceType, plan, cloud), await platform.additionalGbPrice(project, serviceType, plan, cloud));
      }
    }
  };

  const reader: LookupReader = {
    clock,
    read: async <T>(key: string) => answered.get(key) as StoredLookup<T> | undefined,
    hasPrices: async () => [...answered].some(([key, { answer }]) => key.startsWith(keys.prices) && answer != null),
  };
  return { reader, ask };
};

/** What a plan depends on besides the platform and its answers. */
interface PlanFacts extends Pick<PlanInput, 'adopted' | 'grants' | 'isFirstRun' | 'lately'> {
  readonly snapshots: readonly Snapshot[];
  readonly freeze: Freeze | undefined;
  /** The daily pass asks for what forecasts need. */
  readonly isDaily: boolean;
}

/** A plan, and whether the platform was asked for more than its lists. */
interface Planned {
  readonly result: PlanResult;
  readonly hasAsked: boolean;
}

/**
 * Makes plans of the whole organization by the code of the runs.
 * @param histories of all projects; the use of disks that it measures goes into them
 */
export const createPlanner = (
  platform: SimulatedPlatform,
  { policy, store, histories }: { policy: Policy; store: Store; histories: Map<string, ProjectHistory> },
): ((facts: PlanFacts) => Promise<Planned>) => {
  const { client, clock } = platform;
  const { reader, ask } = createAnswers(platform);
  const needsSizes = needHistories(policy.budgets);
  let last: ReadonlyMap<string, ProjectHistory> = new Map();
  /** The histories, in a new map after each measurement: forecasts of the same map are reused. */
  const present = (): ReadonlyMap<string, ProjectHistory> => {
    const isSame =
      last.size === histories.size && [...histories].every(([name, history]) => last.get(name) === history);
    if (!isSame) last = new Map(histories);
    return last;
  };
  return async ({ isDaily, ...facts }) => {
    const { snapshots } = facts;
    const now = isoInstant(clock.now());
    const moment = { now, today: now.slice(0, 10) };
    const marked = { restartingOptions, lastingOptions, hash: sha256, maximumKind: client.maximumKind };
    const made: Lookup[] = [];
    for (let rounds = 0; ; rounds += 1) {
      const done = doneLookups({ runId: '', refreshes: true }, { rounds, lookups: made });
      const growth = present();
      const input = { growth, answers: reader };
      const forecast = await forecastServices({ store, clock }, snapshots, { asks: isDaily }, done, input);
      const { forecasts } = forecast;
      const base = {
        ...facts,
        ...moment,
        ...marked,
        ...(needsSizes && { histories: growth }),
        policy,
        unread: [],
        isWhole: true,
        forecasts,
      };
      const { finish, starved, toMeasure, lookups, isWhole } = await withLookups(base, done, reader);
      const full = isWhole ? fullLookups(forecast, [...toMeasure, ...starved], done) : [];
      const open = new Map([...forecast.lookups, ...lookups, ...full].map((lookup) => [lookupText(lookup), lookup]));
      if (open.size === 0) return { result: await finish(), hasAsked: made.length > 0 };
      await ask([...open.values()], histories);
      made.push(...open.values());
    }
  };
};
