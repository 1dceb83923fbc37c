import { type Change, shrinks, subjectKey, updatesEndpoint, type Waits } from '../../change/change.ts';
import { groupBy } from '../../model/grouping.ts';
import type { Guardrails } from '../../model/policy-document.ts';
import { counted, namesText } from '../../model/visible-text.ts';
import type { Tally } from '../../service/service-plan.ts';
import type { Violation } from '../plan-result.ts';
import type { Harm } from './harm.ts';

/** The changes of one service, which go together or not at all. */
export interface ServiceChanges {
  readonly changes: readonly Change[];
  /** What happens to its autoscaler; undefined where nothing does. */
  readonly kind: Tally['kind'] | undefined;
  readonly harm: Harm | null;
  /** Whether its maximum follows the growth of disks, and no policy, tag or person. */
  readonly isGrowth: boolean;
  /** The disk of its plan in GB; 0 while unknown. */
  readonly planGb: number;
  /** Days until the disk is full as it is; null while unknown, or when that is far. */
  readonly daysToFull: number | null;
}

/** Services that runs changed without an approval, by the limits that count over 24 hours. */
export interface DayGrowth {
  /** Whose maximum followed the growth of disks. */
  readonly growth: number;
  /** Whose disk was saved although the other changes exceeded a limit. */
  readonly saved: number;
}

export const noGrowth: DayGrowth = { growth: 0, saved: 0 };

interface Judging {
  readonly guardrails: Guardrails;
  readonly isFirstRun: boolean;
  /** Managed services of the organization. */
  readonly managed: number;
  /** What runs of the last 24 hours did. */
  readonly lately: DayGrowth;
  /** Limits in numbers that these changes exceed together. */
  readonly exceeded: (changes: readonly Change[]) => readonly Violation[];
}

/** Changes that wait, each with the reason, and what an approver reads about them. */
export interface Judged {
  readonly waits: ReadonlyMap<Change, Waits>;
  readonly violations: readonly Violation[];
  /** What goes of those that count over 24 hours. */
  readonly spent: DayGrowth;
}

/** Fewest managed services for a limit in percent: below it one service would be a large share. */
const shareJudgedFrom = 10;
/** A disk that is full within so many days is not left to wait for an approver. */
const savedDays = 2;
/** A disk whose need rises so many times in one run, on so many percent of the managed services may be a metric that lies. */
const lyingFactor = 5;
const lyingPercent = 5;
/** One disk may take in a dump; a metric that lies does so for several. */
const fewestLying = 3;

const namedAtMost = 3;

const namesOf = (services: readonly ServiceChanges[]): string =>
  namesText(
    services.flatMap(({ changes: [change] }) =>
      change === undefined ? [] : [`${change.project}/${change.service ?? ''}`],
    ),
    namedAtMost,
    ' and',
  );

const harmText: Readonly<Record<Harm, string>> = {
  room: 'would have less than 7 days of room afterwards',
  protection: 'would lose the autoscaler without a tag of its own that asks for it',
  restart: 'would restart',
};

const services = (some: readonly ServiceChanges[]): string => counted(some.length, 'service');

/** A smaller disk restarts its service and cannot be undone, so that no guardrail can allow it without an approval. */
const isResized = ({ changes }: ServiceChanges): boolean => changes.some(shrinks);

const harmViolations = (harmed: readonly ServiceChanges[]): Violation[] => {
  const resized = harmed.filter(isResized).length;
  const others = groupBy(
    harmed.filter((service) => !isResized(service)),
    ({ harm }) => harm,
  );
  return [
    ...[...others].map(
      ([harm, some]): Violation => ({
        guardrail: 'needApproval',
        limit: 0,
        actual: some.length,
        message: `${services(some)} ${harmText[harm ?? 'restart']}: ${namesOf(some)}. Approve this plan.`,
      }),
    ),
    ...(resized === 0
      ? []
      : [
          {
            guardrail: 'resize',
            limit: 0,
            actual: resized,
            message: `${counted(resized, 'disk')} would change size, each with a rolling restart: that always needs an approval. Approve this plan.`,
          },
        ]),
  ];
};

const kindViolations = (listed: readonly ServiceChanges[]): Violation[] =>
  [...groupBy(listed, ({ kind }) => kind)].map(([kind, some]) => ({
    guardrail: 'needApproval',
    limit: 0,
    actual: some.length,
    message: `${some.length} to ${kind}; needApproval lists ${kind}. Approve this plan, or remove ${kind} from needApproval.`,
  }));

const farDays = Number.MAX_SAFE_INTEGER;

const soonestFirst = (a: ServiceChanges, b: ServiceChanges): number =>
  (a.daysToFull ?? farDays) - (b.daysToFull ?? farDays);

const isRaise = ({ kind }: ServiceChanges): boolean => kind === 'enable' || kind === 'raise';

/** Whether the disk that it needs grows so much at once that the measurement may be wrong. A small maximum alone proves nothing. */
const mayLie = ({ changes, planGb }: ServiceChanges): boolean =>
  changes.some(
    (change) =>
      updatesEndpoint(change) && change.fromGb > 0 && planGb + change.toGb > lyingFactor * (planGb + change.fromGb),
  );

/** Growth beyond its own limit: the soonest full come first. */
const growthBeyond = (growth: readonly ServiceChanges[], { guardrails, managed, lately }: Judging) => {
  const { maxGrowthPercent: limit } = guardrails;
  const lying = growth.filter(mayLie);
  const isMany = managed >= shareJudgedFrom && lying.length >= fewestLying;
  const isLie = isMany && lying.length * 100 > lyingPercent * managed;
  const waiting = isLie ? lying : [];
  const others = growth.filter((service) => !waiting.includes(service)).toSorted(soonestFirst);
  const allowed = Math.max(0, Math.floor((managed * limit) / 100) - lately.growth);
  // All services, however often a budget that changes adjusts them in a day.
  const isOpen = limit === 100 || (limit > 0 && managed < shareJudgedFrom);
  const most = isOpen ? others.length : allowed;
  const late = others.slice(most);
  const violation = (actual: number, message: string) =>
    ({ guardrail: 'maxGrowthPercent', limit, actual, message }) as const;
  const violations = [
    ...(waiting.length === 0
      ? []
      : [
          violation(
            waiting.length,
            `The need of ${services(waiting)} rose more than ${lyingFactor} times in one run (${namesOf(waiting)}): the measurement may be wrong. Look at their disks, then approve this plan.`,
          ),
        ]),
    ...(late.length === 0
      ? []
      : [
          violation(
            others.length,
            `The maximums of ${services(others)} follow their growth${lately.growth > 0 ? `, ${lately.growth} in the last 24 hours` : ''}; maxGrowthPercent allows ${limit} %. Approve this plan, or raise maxGrowthPercent in the guardrails.`,
          ),
        ]),
  ];
  return { beyond: [...waiting, ...late], violations, growth: others.length - late.length };
};

const all = (some: readonly ServiceChanges[], why: (service: ServiceChanges) => Waits): [Change, Waits][] =>
  some.flatMap((service) => service.changes.map((change): [Change, Waits] => [change, why(service)]));

/**
 * Judges each service by what its changes harm, and the others by the limits of a run: what harms waits, what saves a disk that
 * is full within two days does not, and growth has a limit of its own. Pure.
 */
export const judgeWaits = (planned: readonly ServiceChanges[], judging: Judging): Judged => {
  const { guardrails, isFirstRun, exceeded } = judging;
  const { needApproval, maxChanges, firstRun } = guardrails;
  if (isFirstRun && firstRun === 'propose' && planned.length > 0) {
    const message = `First plan in enforce mode (${services(planned)}): needs one approval. Approve this plan, or set firstRun: apply in the guardrails.`;
    const violation = { guardrail: 'firstRun', limit: 0, actual: planned.length, message };
    return { waits: new Map(all(planned, () => 'first')), violations: [violation], spent: noGrowth };
  }
  const isHarmful = ({ harm, changes }: ServiceChanges) =>
    harm !== null &&
    (needApproval.includes('harm') ||
      (harm === 'restart' && (needApproval.includes('restart') || changes.some(shrinks))));
  const isListed = ({ kind }: ServiceChanges) => needApproval.some((listedKind) => listedKind === kind);
  const harmed = planned.filter(isHarmful);
  const listed = planned.filter((service) => !isHarmful(service) && isListed(service));
  const rest = planned.filter((service) => !isHarmful(service) && !isListed(service));
  const growth = rest.filter(({ isGrowth }) => isGrowth);
  const others = rest.filter(({ isGrowth }) => !isGrowth);
  const violations = exceeded(others.flatMap(({ changes }) => changes));
  const saved =
    violations.length === 0
      ? others
      : others
          .filter((service) => isRaise(service) && service.daysToFull !== null && service.daysToFull <= savedDays)
          .toSorted(soonestFirst)
          .slice(0, Math.max(0, maxChanges - judging.lately.saved));
  const isSaved = new Set(saved);
  const beyond = growthBeyond(growth, judging);
  return {
    waits: new Map([
      ...all(harmed, ({ harm }) => harm as Harm),
      ...all([...listed, ...others.filter((service) => !isSaved.has(service)), ...beyond.beyond], () => 'bounds'),
    ]),
    violations: [...harmViolations(harmed), ...kindViolations(listed), ...violations, ...beyond.violations],
    spent: { growth: beyond.growth, saved: violations.length === 0 ? 0 : saved.length },
  };
};

/** The changes by service, in the order of their first change. */
export const byService = (changes: readonly Change[]): Change[][] => [...groupBy(changes, subjectKey).values()];
