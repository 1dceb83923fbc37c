import { hourMs } from '../core/model/durations.ts';
import type { OpenedPlatform } from '../emulator/open.ts';
import { nameOf } from './laws/law.ts';
import { truthAt } from './laws/truth.ts';
import { windowAt } from './organization/freeze.ts';
import type { WatchedWorld } from './watched-world.ts';
import type { World } from './world.ts';

/**
 * Everything on the platform that could make a pass decide otherwise, as text. Use of disks is left out: it moves all
 * the time, and a policy that asks for it is known by its text. Any member of the state that is not left out by name is in
 * it.
 * @param countsProvisioned whether storage that is provisioned decides in a project; elsewhere only what exceeds the maximum
 */
export const platformFacts = ({ edge }: OpenedPlatform, countsProvisioned: (project: string) => boolean): string => {
  const { state, clock } = edge;
  const nowMs = clock.nowMs();
  const floors = new Map(
    truthAt(edge).map(({ project, service, provisionedGb, ours }) => [
      `${project}/${service.name}`,
      countsProvisioned(project) ? provisionedGb : Math.max(0, provisionedGb - (ours[0]?.gb ?? 0)),
    ]),
  );
  return JSON.stringify(
    [...state.projects.values()].map(({ name, tags, services, endpoints, integrations }) => [
      name,
      tags,
      [...services.values()].map((service) => {
        const { diskMb, usage, usedBefore, growthMbPerDay, turning, updatedMs, reachedMb, months, chargedMs, ...rest } =
          service;
        return [rest, floors.get(`${name}/${service.name}`)];
      }),
      [...endpoints.values()],
      [...integrations.values()].map(({ hiddenUntilMs, activeFromMs, ...rest }) => [
        rest,
        hiddenUntilMs > nowMs,
        activeFromMs > nowMs,
      ]),
    ]),
  );
};

/**
 * The facts of a drawn world. What is provisioned is a floor of a budget's division; outside budgets only what exceeds the
 * maximum counts, unless a plan may wait whose changes every growth could alter.
 */
const factsOf = ({ platform, policy, mode }: World): string => {
  const mayWait = mode() !== 'enforce' || policy().approval !== undefined || policy().needsApproval;
  const budgeted = new Set(policy().budgets.flatMap(({ projects }) => projects));
  return platformFacts(platform, (project) => mayWait || budgeted.has(project));
};

/** Disks at 90 % or more, as text: a pass reports them. */
const fullDisks = ({ platform }: World): string =>
  JSON.stringify(truthAt(platform.edge).flatMap((truth) => (truth.nearlyFullSinceMs === null ? [] : [nameOf(truth)])));

const dates = /\d{4}-\d{2}-\d{2}/g;

/** A date counts from the first time zone that has it to the last one, and until a pass has been lived after it. */
const beforeMs = 14 * hourMs;
const afterMs = 44 * hourMs;

/** Whether any date in a text has an effect about now: the end of an exemption, of an override, of a freeze. */
export const isNearDate = (text: string, nowMs: number): boolean =>
  [...new Set(text.match(dates))].some((date) => {
    const dateMs = Date.parse(date);
    return nowMs >= dateMs - beforeMs && nowMs <= dateMs + afterMs;
  });

/** Events of growth are the platform's own and concern no watch for new services. */
const isGrowth = ({ actor, type }: { readonly actor: string; readonly type: string }) =>
  actor === 'Platform Automation' && type === 'service_update';

/** Events that a watch could have to report, as text: how many of each project have been logged, without growth. */
const notableEvents = ({ platform }: World): string => {
  truthAt(platform.edge);
  return JSON.stringify(
    [...platform.edge.state.projects.values()].map(({ name, events }) => [
      name,
      events.filter((event) => !isGrowth(event)).length,
    ]),
  );
};

/** Policy members by which the wishes of one document move with time or with the use of disks. */
const moving = /"(?:forecast|basis)":/;

/** What says of a drawn world whether a pass could do anything in it. */
export const watchedFacts = (
  world: World,
): Pick<WatchedWorld, 'facts' | 'events' | 'lies' | 'freezeWindow' | 'moving'> => ({
  facts: async () => `${factsOf(world)} ${fullDisks(world)} ${world.edits()} ${JSON.stringify(world.grants())}`,
  events: () => `${notableEvents(world)} ${world.edits()}`,
  lies: world.denials.lies,
  freezeWindow: () => windowAt(world.policy().freeze, world.time.now())?.name,
  moving,
});
