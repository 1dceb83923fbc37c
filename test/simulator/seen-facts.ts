import { nameOf } from './laws/law.ts';
import type { Life } from './life.ts';
import { windowAt } from './organization/freeze.ts';
import type { WatchedLife } from './spared-passes.ts';
import { platformFacts } from './sparing/facts.ts';
import { truthAt } from './surroundings/truth.ts';

/**
 * The facts of a drawn life. What is provisioned is a floor of a budget's division; outside budgets only what exceeds the
 * maximum counts, unless a plan may wait whose changes every growth could alter.
 */
const factsOf = ({ platform, policy, mode }: Life): string => {
  const mayWait = mode() !== 'enforce' || policy().approval !== undefined || policy().needsApproval;
  const budgeted = new Set(policy().budgets.flatMap(({ projects }) => projects));
  const floors = truthAt(platform.edge).map(({ project, provisionedGb, ours }) =>
    mayWait || budgeted.has(project) ? provisionedGb : Math.max(0, provisionedGb - (ours[0]?.gb ?? 0)),
  );
  return `${floors.join()} ${platformFacts(platform)}`;
};

/** Disks at 90 % or more, as text: a pass reports them. */
const fullDisks = ({ platform }: Life): string =>
  JSON.stringify(truthAt(platform.edge).flatMap((truth) => (truth.nearlyFullSinceMs === null ? [] : [nameOf(truth)])));

/** Events of growth are the platform's own and concern no watch for new services. */
const isGrowth = ({ actor, type }: { readonly actor: string; readonly type: string }) =>
  actor === 'Platform Automation' && type === 'service_update';

/** Events that a watch could have to report, as text: how many of each project have been logged, without growth. */
const notableEvents = ({ platform }: Life): string => {
  truthAt(platform.edge);
  return JSON.stringify(
    [...platform.edge.state.projects.values()].map(({ name, events }) => [
      name,
      events.filter((event) => !isGrowth(event)).length,
    ]),
  );
};

/** Policy members by which the wishes of one document move with time or with the use of disks. */
const moving = /"(?:forecast|basis|budgets)":/;

/** What says of a drawn life whether a pass could do anything in it. */
export const seenFacts = (life: Life): Pick<WatchedLife, 'facts' | 'events' | 'lies' | 'freezeWindow' | 'moving'> => ({
  facts: async () => `${factsOf(life)} ${fullDisks(life)} ${life.edits()} ${JSON.stringify(life.grants())}`,
  events: () => `${notableEvents(life)} ${life.edits()}`,
  lies: life.denials.lies,
  freezeWindow: () => windowAt(life.policy().freeze, life.time.now())?.name,
  moving,
});
