import { needHistories } from '../core/budget/basis.ts';
import type { ProjectHistory } from '../core/forecast/project-history.ts';
import { isoInstant } from '../core/model/durations.ts';
import type { Freeze } from '../core/model/freeze.ts';
import type { Snapshot } from '../core/model/model.ts';
import type { Policy } from '../core/model/policy-document.ts';
import { type Lookup, lookupText } from '../core/plan/lookups.ts';
import type { PlanInput, PlanResult } from '../core/plan/plan-input.ts';
import { lastingOptions, restartingOptions } from '../documents/marked-options.ts';
import type { Store } from '../ports.ts';
import { doneLookups } from '../run/lookup/run-lookups.ts';
import { forecastServices, fullLookups } from '../run/plan/forecast.ts';
import { withLookups } from '../run/plan/with-lookups.ts';
import { sha256 } from '../run/store/sha256.ts';
import { createAnswers } from './answers.ts';
import type { SimulatedPlatform } from './platform.ts';

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
