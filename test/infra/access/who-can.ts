import { groupBy } from '../../../lib/core/model/grouping.ts';
import { accessFactsOf } from './deployment.ts';
import { permits, type Statement } from './evaluate.ts';
import { everything, type Principal, principalsOf } from './principals.ts';
import { type AccessQuestion, type Way, waysOf } from './questions.ts';
import type { Template } from './template.ts';
import { allOf, type Truth } from './truth.ts';

/** How a principal can: by policies of the template, with a permission of its own, or undecided. */
export type AccessKind = 'yes' | 'with a permission of its own' | 'unknown';

/** Actions with the same objects. */
export interface AllowedAccess {
  readonly actions: readonly string[];
  readonly on: readonly string[];
}

/** One principal that can, or of which the policies do not decide it. */
export interface AccessAnswer {
  readonly principal: string;
  readonly kind: Principal['kind'];
  readonly can: AccessKind;
  readonly by: readonly AllowedAccess[];
  /** Undecided cases, and limits of the answer. */
  readonly remarks: readonly string[];
}

const truthOf = ({ caller }: Principal, { needs }: Way, statements: readonly Statement[]): Truth =>
  needs.reduce<Truth>((before, { request, action, context, statements: ofResource }) => {
    if (before === false) return false;
    const one = { ...caller, ...request, action, context, otherKeys: 'unknown' } as const;
    return allOf([before, permits(one, statements, ofResource)]);
  }, true);

interface Judged {
  readonly way: Way;
  readonly can: AccessKind;
  readonly remark: string | null;
}

const judged = (principal: Principal, way: Way): Judged | null => {
  const { statements, foreign } = principal;
  const own = truthOf(principal, way, statements ?? []);
  if (own === true) return { way, can: 'yes', remark: null };
  // Where its policies are elsewhere, only a denial here is an answer.
  const most = statements === null || foreign.length > 0 ? truthOf(principal, way, everything) : own;
  if (most === false) return null;
  if (typeof most === 'string') return { way, can: 'unknown', remark: most };
  if (statements === null) return { way, can: 'with a permission of its own', remark: null };
  return { way, can: 'unknown', remark: `${foreign.join(', ')}, which is not in the template` };
};

/** Actions by what they may be done to. */
const grouped = (ways: readonly Way[]): AllowedAccess[] => {
  const byAction = groupBy(ways, ({ action }) => action);
  const all = [...byAction].map(([action, of]) => ({ action, on: of.map(({ on }) => on).toSorted() }));
  const same = groupBy(all, ({ on }) => on.join());
  return [...same.values()].map((of) => ({ actions: of.map(({ action }) => action), on: of[0]?.on ?? [] }));
};

const answersOf = (principal: Principal, ways: readonly Way[]): AccessAnswer[] => {
  const found = ways.flatMap((way) => judged(principal, way) ?? []);
  return [...groupBy(found, ({ can }) => can)].map(([can, of]) => ({
    principal: principal.name,
    kind: principal.kind,
    can,
    by: grouped(of.map(({ way }) => way)),
    remarks: [...new Set([...of.flatMap(({ remark }) => remark ?? []), ...principal.limits])],
  }));
};

/** Who can carry out the action in question. */
export interface AccessReport {
  readonly question: AccessQuestion;
  /** Every principal that can, and every one of which the policies do not decide it. */
  readonly principals: readonly AccessAnswer[];
  /** What the template says nothing about. */
  readonly outside: readonly string[];
}

const outside = [
  'administrators: who may change these policies, functions or roles, or assume a role, can do what they can',
  'changes by hand after the deployment',
  'policies of principals that the template does not make, and of the AWS organization',
];

/**
 * Evaluates the policies of a template.
 * @throws Error if it contains no Headroom
 */
export const whoCan = (question: AccessQuestion, place: string, template: Template): AccessReport => {
  const facts = accessFactsOf(place, template);
  const ways = waysOf(question, facts);
  const statements = new Set(ways.flatMap(({ needs }) => needs.flatMap((need) => need.statements)));
  const principals = principalsOf(template.Resources, [...statements]).flatMap((one) => answersOf(one, ways));
  const keys = facts.foreignKeys.map((key) => `the policy of the key ${key}, which may permit less`);
  return { question, principals, outside: [...outside, ...keys] };
};
