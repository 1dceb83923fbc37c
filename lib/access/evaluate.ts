import { listed } from './template.ts';

/**
 * Decides requests by the policies of a template as IAM does within one account: an explicit denial anywhere wins; otherwise
 * one permission suffices, of the caller or of the resource. It knows what these templates use, and throws for anything
 * else: no NotAction, NotPrincipal, permissions boundaries, organization or session policies, and no second account.
 */

export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: unknown;
  readonly Resource?: unknown;
  readonly NotResource?: unknown;
  readonly Principal?: '*' | Readonly<Record<string, unknown>>;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface AccessRequest {
  /** ARN of a role, or the reference of one in the template, such as `<PlanRole.Arn>`. */
  readonly caller: string;
  readonly action: string;
  readonly resource: string;
  /** Condition keys of the request beside `aws:PrincipalArn`; an absent key is absent in the request. */
  readonly context?: Readonly<Record<string, string>>;
}

const known = new Set(['Sid', 'Effect', 'Action', 'Resource', 'NotResource', 'Principal', 'Condition']);

/** `*` and `?` as in IAM; everything else is literal. */
const matches = (pattern: string, value: string): boolean =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  ).test(value);

const some = (patterns: unknown, value: string): boolean => listed(patterns).some((pattern) => matches(pattern, value));

/** Whether a condition holds for one key. A negated one also holds for an absent key. */
const operators: Readonly<Record<string, (wanted: unknown, actual: string | undefined) => boolean>> = {
  StringEquals: (wanted, actual) => actual !== undefined && listed(wanted).includes(actual),
  StringNotEquals: (wanted, actual) => actual === undefined || !listed(wanted).includes(actual),
  ArnLike: (wanted, actual) => actual !== undefined && some(wanted, actual),
  ArnEquals: (wanted, actual) => actual !== undefined && some(wanted, actual),
  ArnNotEquals: (wanted, actual) => actual === undefined || !some(wanted, actual),
  Null: (wanted, actual) => listed(wanted).includes(String(actual === undefined)),
  Bool: (wanted, actual) => actual !== undefined && listed(wanted).includes(actual),
  NumericLessThan: (wanted, actual) =>
    actual !== undefined && listed(wanted).every((limit) => Number(actual) < Number(limit)),
};

const holds = ({ Condition = {} }: Statement, { caller, context = {} }: AccessRequest): boolean =>
  Object.entries(Condition).every(([operator, keys]) => {
    const judge = operators[operator];
    if (judge === undefined) throw new Error(`the evaluator does not know the condition ${operator}`);
    return Object.entries(keys).every(([key, wanted]) =>
      judge(wanted, key === 'aws:PrincipalArn' ? caller : context[key]),
    );
  });

const isFor = ({ Principal }: Statement, caller: string): boolean => {
  if (Principal === undefined) return true;
  if (Principal === '*') return true;
  return listed(Principal.AWS ?? []).some((arn) => arn === '*' || arn === caller);
};

/** A statement names the resources that it is about, or those that it is not about. */
const isAbout = ({ Resource: on, NotResource: notOn }: Statement, resource: string): boolean => {
  if ((on === undefined) === (notOn === undefined)) throw new Error('a statement names Resource or NotResource');
  return on === undefined ? !some(notOn, resource) : some(on, resource);
};

const applies = (statement: Statement, request: AccessRequest): boolean => {
  const odd = Object.keys(statement).find((member) => !known.has(member));
  if (odd !== undefined) throw new Error(`the evaluator does not know ${odd} in a statement`);
  return (
    isFor(statement, request.caller) &&
    some(statement.Action, request.action) &&
    isAbout(statement, request.resource) &&
    holds(statement, request)
  );
};

/** Whether the request is permitted by policies of the caller, and of the resource. */
export const isPermitted = (
  request: AccessRequest,
  ofCaller: readonly Statement[],
  ofResource: readonly Statement[],
): boolean => {
  const applying = [...ofCaller, ...ofResource].filter((statement) => applies(statement, request));
  return applying.length > 0 && applying.every(({ Effect }) => Effect === 'Allow');
};
