import type { Snapshot } from '../../lib/core/model/model.ts';
import { type Money, parseMoney } from '../../lib/core/model/money.ts';
import type { Guardrails } from '../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../lib/core/plan/plan-input.ts';
import { additional, type Case, caseOf, ours, usersOf, whole } from './actual.ts';
import { divide } from './budget.ts';
import { priceOf } from './member.ts';
import { type Decided, decide, type Step, step } from './plan.ts';
import { wishOf } from './policy.ts';

/** A plan as lines that can be compared, and the parts of the rules that it went through. */
export interface Outcome {
  readonly verdict: string;
  readonly violations: readonly string[];
  readonly changes: readonly string[];
  readonly waiting: readonly string[];
  readonly decisions: readonly string[];
  readonly findings: readonly string[];
  readonly budgets: readonly string[];
  readonly reached: readonly string[];
}

/** The writes of one disk, with what they belong to; the endpoint of a deleted service has no service. */
interface Disk extends Decided {
  readonly project: string;
  readonly service: string;
  readonly budget: string | null;
  readonly isOwnWish?: boolean;
  readonly price: Money | null;
  readonly usableGb: number;
}

type Write = Step & { readonly disk: Disk; readonly line: string };

const compare = (a: readonly (string | number)[], b: readonly (string | number)[]): number => {
  const at = a.findIndex((each, place) => each !== b[place]);
  return at < 0 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
};

const keysOf = ({ phase, disk, order, endpoint, id, integration }: Write) =>
  [phase === 'release' ? 0 : 1, disk.project, disk.service, order, endpoint, id, integration] as const;

const writesOf = (disk: Disk): Write[] =>
  disk.steps.map((each) => {
    const { phase, kind, endpoint, id, integration, fromGb, toGb } = each;
    const line = [phase, kind, disk.project, disk.service, endpoint, id, integration, `${fromGb}→${toGb}`].join(' ');
    return { ...each, disk, line };
  });

/** Endpoints of Headroom whose service is gone, unless a tag exempts the project. */
const leftOver = (input: PlanInput, from: Snapshot): Disk[] => {
  const gone = { name: '', type: '', plan: '', cloud: '', state: '', diskMb: null, tags: {}, integrations: [] };
  if (wishOf(input, from, gone).isExempt) return [];
  const named = new Set(from.services.map(({ name }) => ours(name)));
  return from.endpoints
    .filter(({ id, name }) => name.startsWith(ours('')) && !named.has(name) && usersOf(id, from).length === 0)
    .map((each): Disk => {
      const removal = step('release', 'delete-endpoint', { ...each, gb: additional(each, null) }, 0);
      return {
        ...{ project: from.project, service: '', budget: null, price: null, usableGb: 0 },
        steps: [removal],
        findings: [],
      };
    });
};

/** A release always waits for the end of a freeze, and with it whatever its budget pays for. */
const isHeld = ({ freeze }: PlanInput, { disk, order }: Write, all: readonly Write[]): boolean => {
  if (freeze === undefined) return false;
  const takes = all.some((each) => each.disk === disk && (each.phase === 'release' || each.kind === 'adopt-endpoint'));
  const kind = all.some((each) => each.disk === disk && each.kind === 'create-integration') ? 'enable' : 'raise';
  const isPaid = disk.budget !== null && !(disk.isToFloor === true && order === 4);
  const isShort = all.some(
    (each) => each.phase === 'release' && each.disk.budget !== null && each.disk.budget === disk.budget,
  );
  return takes || !freeze.allow.includes(kind) || (isPaid && isShort);
};

/** Without the guardrails of the steps after the plan, which no plan exceeds. */
export type PlanGuardrail = Exclude<keyof Guardrails, 'maxFailures' | 'approvalHours'>;

/** The limits in numbers that changes exceed together (docs/policy.md). */
const exceeded = ({ policy }: PlanInput, disks: readonly Disk[], managed: ReadonlySet<string>): string[] => {
  const { guardrails: limits } = policy;
  const changed = new Set(disks.map(nameOf)).size;
  const ofKind = (...kinds: string[]) => disks.filter(({ tally }) => tally !== undefined && kinds.includes(tally.kind));
  const added = ofKind('enable', 'raise').map(({ tally, usableGb, price }) => {
    const gb = Math.min(tally?.toGb ?? 0, usableGb) - Math.min(tally?.fromGb ?? 0, usableGb);
    return { gb, money: price === null ? null : price * BigInt(gb) };
  });
  const addedGb = added.reduce((sum, { gb }) => sum + gb, 0);
  const isUnpriced = added.some(({ gb, money }) => gb > 0 && money === null);
  const money = added.reduce((sum, each) => sum + (each.money ?? 0n), 0n);
  const asked = limits.maxAddedMonthly;
  const most = parseMoney(asked ?? '1000.00') ?? 0n;
  const concerned = new Set([...managed, ...disks.map(nameOf)]).size;
  const isShareExceeded =
    limits.maxChangePercent === 0
      ? changed > 0
      : managed.size >= 10 && changed * 100 > limits.maxChangePercent * concerned;
  const is = {
    maxChanges: changed > limits.maxChanges,
    maxAddedGb: addedGb > limits.maxAddedGb,
    maxRaises: ofKind('raise').length > (limits.maxRaises ?? Number.POSITIVE_INFINITY),
    maxLowers: ofKind('lower').length > (limits.maxLowers ?? Number.POSITIVE_INFINITY),
    maxChangePercent: isShareExceeded,
    maxAddedMonthly: addedGb > 0 && (isUnpriced ? asked !== undefined : money > most),
  } satisfies Partial<Record<PlanGuardrail, boolean>>;
  return Object.entries(is).flatMap(([name, isExceeded]) => (isExceeded ? [name] : []));
};

/** Why something of the plan waits for an approval: what harms, then kinds, then limits, of which growth has one of its own. */
const waiting = (input: PlanInput, disks: readonly Disk[], managed: ReadonlySet<string>): string[] => {
  const { needApproval, firstRun, maxGrowthPercent } = input.policy.guardrails;
  if (firstRun === 'propose' && input.isFirstRun && disks.length > 0) return ['firstRun'];
  // Without a measurement no lower harms a disk that the platform does not warn about.
  const harms = ({ tally, isOwnWish }: Disk) =>
    needApproval.includes('harm') && tally?.kind === 'disable' && !isOwnWish;
  const isListed = ({ tally }: Disk) => needApproval.some((kind) => kind === tally?.kind);
  const rest = disks.filter((disk) => !harms(disk) && !isListed(disk));
  const keeps = (budget: string | null) =>
    input.policy.budgets.some(({ name, rest }) => name === budget && rest === 'keep');
  const grows = ({ budget, tally }: Disk) =>
    tally?.kind === 'raise' ? keeps(budget) : tally?.kind === 'lower' && budget !== null;
  const growth = rest.filter(grows);
  const isLie = ({ tally, steps }: Disk) =>
    steps.some(({ kind }) => kind === 'update-endpoint') &&
    (tally?.fromGb ?? 0) > 0 &&
    (tally?.toGb ?? 0) > 5 * (tally?.fromGb ?? 0);
  const lying =
    managed.size >= 10 && growth.filter(isLie).length * 100 > 5 * managed.size ? growth.filter(isLie).length : 0;
  const isFew = maxGrowthPercent > 0 && managed.size < 10;
  const isMuch = !isFew && growth.length - lying > Math.floor((managed.size * maxGrowthPercent) / 100);
  return [
    ...(rest.length < disks.length ? ['needApproval'] : []),
    ...exceeded(
      input,
      rest.filter((disk) => !grows(disk)),
      managed,
    ),
    ...(lying > 0 || isMuch ? ['maxGrowthPercent'] : []),
  ];
};

const nameOf = ({ project, service, steps }: Disk): string =>
  `${project}/${service === '' ? `(${steps[0]?.endpoint})` : service}`;

/** Prices of the platform count only where a budget asked for them; else those of the policy. */
const guardPrice = (input: PlanInput, { service }: Case, asked: ReadonlySet<string>): Money | null => {
  const known = asked.has(`${service.type}/${service.plan}/${service.cloud}`) ? priceOf(input, service) : 'ask';
  const none = new Map([[`${service.type}/${service.plan}/${service.cloud}`, { kind: 'none' } as const]]);
  const price = known === 'ask' ? priceOf({ ...input, prices: none }, service) : known;
  return typeof price === 'bigint' ? price : null;
};

/** The plan of a policy for an organization, by the plainest means. */
export const referencePlan = (input: PlanInput): Outcome => {
  const { snapshots, remembered = [], unread, policy } = input;
  const read = snapshots.filter(({ project }) => !unread.some((each) => each.project === project));
  const cases = read.flatMap((from) => from.services.map((service) => caseOf(input, from, service, null)));
  const old = remembered.flatMap((from) =>
    from.services.map((service) =>
      caseOf(input, from, service, from.granted?.find((each) => each.service === service.name)?.gb ?? 0),
    ),
  );
  const { targets, lines: budgets, reached } = divide(input, [...cases, ...old]);
  const inBudget = [...cases, ...old].filter(({ wish }) => wish.budget !== null).map(({ service }) => service);
  const asked = new Set(inBudget.map(({ type, plan, cloud }) => `${type}/${plan}/${cloud}`));
  const disks = cases.map((one): Disk => {
    const { project, service, planMb, wish } = one;
    const capMb = input.planCapMb?.get(`${service.type}/${service.plan}`);
    const usableGb =
      planMb == null || capMb == null ? Number.POSITIVE_INFINITY : Math.max(0, whole(capMb) - whole(planMb));
    const common = {
      project,
      service: service.name,
      budget: wish.budget,
      isOwnWish: wish.isOwnWish,
      price: guardPrice(input, one, asked),
      usableGb,
    };
    return { ...common, ...decide(input, one, targets.get(one)) };
  });
  const decisions = cases.map((one) => {
    const { project, service, wish } = one;
    const target = targets.get(one);
    const gb = target !== undefined && 'gb' in target ? target.gb : wish.maxGb;
    return `${project}/${service.name} ${wish.effect} ${wish.rule}${wish.effect === 'enable' ? ` ${gb}` : ''}`;
  });
  const ofBudgets = cases.flatMap((one) => {
    const target = targets.get(one);
    const codes = [
      target !== undefined && 'hold' in target && target.hold !== 'silent' && target.hold,
      one.wish.isCut && 'tag-above-limit',
    ];
    return codes.filter((code) => code !== false).map((code) => `${one.project}/${one.service.name} ${code}`);
  });
  const all = [...disks, ...read.flatMap((from) => leftOver(input, from))].flatMap(writesOf);
  const sorted = all.sort((a, b) => compare(keysOf(a), keysOf(b)));
  const writes = sorted.filter((each) => !isHeld(input, each, sorted));
  const changed = [...new Set(writes.map(({ disk }) => disk))];
  const managed = cases
    .filter(({ wish }) => wish.effect !== 'ignore')
    .map(({ project, service }) => `${project}/${service.name}`);
  const violations = waiting(input, changed, new Set(managed));
  const isEnforced = policy.mode === 'enforce';
  const verdict = isEnforced ? (violations.length > 0 ? 'needs-approval' : 'apply') : 'observe';
  return {
    ...{
      verdict: writes.length === 0 ? 'nothing' : verdict,
      violations,
      budgets,
      reached,
      decisions: decisions.sort(),
    },
    changes: writes.map(({ line }) => line),
    waiting: sorted.filter((each) => isHeld(input, each, sorted)).map(({ line }) => line),
    findings: [
      ...ofBudgets,
      ...disks.flatMap(({ project, service, findings }) => findings.map((code) => `${project}/${service} ${code}`)),
    ].sort(),
  };
};
