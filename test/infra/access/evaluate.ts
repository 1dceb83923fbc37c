import { oncePerObject, oncePerText } from '../../../lib/core/model/remembering.ts';
import { someMatch } from './glob.ts';
import { listed } from './template.ts';
import { allOf, anyOf, not, type Truth } from './truth.ts';

/**
 * Decides requests by the policies of a template as IAM does within one account: an explicit denial anywhere wins; otherwise
 * one permission suffices, of the caller or of the resource. What it cannot decide it says, and never guesses.
 */

export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action?: unknown;
  readonly NotAction?: unknown;
  readonly Resource?: unknown;
  readonly NotResource?: unknown;
  readonly Principal?: '*' | Readonly<Record<string, unknown>>;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface AccessRequest {
  /** ARN of the caller, or its reference in the template, such as `<PlanRole.Arn>`. */
  readonly caller: string;
  /** ARN of a caller that the template makes, for policies that state a pattern. */
  readonly callerArn?: string;
  readonly action: string;
  /** The resource as the template refers to it. */
  readonly resource: string;
  /** Its ARN, for policies that state one. */
  readonly resourceArn?: string;
  /** Condition keys of the request beside `aws:PrincipalArn`; where a value has `*`, the caller chooses. */
  readonly context?: Readonly<Record<string, string>>;
  /** Whether other keys are known to be absent from the request (default), or unknown. */
  readonly otherKeys?: 'absent' | 'unknown';
}

const known = new Set(['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Principal', 'Condition']);

type Operator = (wanted: readonly string[], actual: readonly string[]) => Truth;

const equals: Operator = (wanted, actual) => someMatch(actual, wanted);
const like: Operator = (wanted, actual) => someMatch(wanted, actual);

/** Whether a condition holds for the names of a value, none for an absent key. A negated one also holds for an absent key. */
const operators: Readonly<Record<string, Operator>> = {
  StringEquals: equals,
  StringNotEquals: (wanted, actual) => not(equals(wanted, actual)),
  StringLike: like,
  ArnLike: like,
  ArnEquals: like,
  ArnNotLike: (wanted, actual) => not(like(wanted, actual)),
  ArnNotEquals: (wanted, actual) => not(like(wanted, actual)),
  Null: (wanted, actual) => wanted.includes(String(actual.length === 0)),
  Bool: (wanted, actual) => actual.some((value) => wanted.includes(value)),
  NumericLessThan: (wanted, [actual]) =>
    actual !== undefined && wanted.every((limit) => Number(actual) < Number(limit)),
};

const namesOf = (name: string, other: string | undefined): string[] => (other === undefined ? [name] : [name, other]);

/** Names of the value of a condition key; undefined if nothing is known of it. */
const namesOfKey = (key: string, request: AccessRequest): readonly string[] | undefined => {
  if (key === 'aws:PrincipalArn') return namesOf(request.caller, request.callerArn);
  const value = request.context?.[key];
  if (value === undefined) return request.otherKeys === 'unknown' ? undefined : [];
  return [value];
};

const holds = ({ Condition = {} }: Statement, request: AccessRequest): Truth =>
  allOf(
    Object.entries(Condition).flatMap(([operator, keys]) =>
      Object.entries(keys).map(([key, wanted]): Truth => {
        const [judge, value] = [operators[operator], namesOfKey(key, request)];
        return judge && value ? judge(listed(wanted), value) : `the condition ${operator} ${key}`;
      }),
    ),
  );

/** A permission for a whole account is none by itself: its callers also need one of their own. */
const isAccount = (principal: string): boolean => /^(?:arn:[^:]*:iam::[^:]*:root|\d{12})$/.test(principal);

/** For whom a statement is. */
const audienceOf = ({ Principal }: Statement) => {
  const isEveryone = Principal === undefined || Principal === '*';
  const named = isEveryone ? [] : Object.values(Principal).flatMap(listed);
  return { isEveryone: isEveryone || named.includes('*'), named, account: named.find(isAccount) };
};

/** A statement names what it is about, or what it is not about. */
interface About {
  readonly patterns: readonly string[];
  readonly isRest: boolean;
}

const aboutOf = (on: unknown, notOn: unknown): About | null => {
  if ((on === undefined) === (notOn === undefined)) return null;
  return { patterns: listed(on ?? notOn), isRest: on === undefined };
};

const isAbout = (about: About | null, names: readonly string[]): Truth => {
  if (about === null) return 'a statement that names neither Resource nor NotResource, or both';
  const isNamed = someMatch(about.patterns, names);
  return about.isRest ? not(isNamed) : isNamed;
};

/** Statements are tried with thousands of requests, of a few actions. */
const partsOf = oncePerObject((statement: Statement) => {
  const { Action, NotAction, Resource, NotResource } = statement;
  const actions = aboutOf(Action, NotAction);
  // IAM takes capitals in actions for small letters.
  const inSmall = actions && { ...actions, patterns: actions.patterns.map((action) => action.toLowerCase()) };
  return {
    ...audienceOf(statement),
    isAboutAction: oncePerText((action) => isAbout(inSmall, [action.toLowerCase()])),
    resources: aboutOf(Resource, NotResource),
  };
});

const applies = (statement: Statement, request: AccessRequest): Truth => {
  const { isEveryone, named, account, isAboutAction, resources } = partsOf(statement);
  // First, because they decide almost every statement.
  const action = isAboutAction(request.action);
  const isUnsure = account !== undefined && statement.Effect === 'Deny';
  if (action === false || !(isUnsure || isEveryone || named.includes(request.caller))) return false;
  const odd = Object.keys(statement).find((member) => !known.has(member));
  return allOf([
    action,
    isUnsure ? `a denial for ${account}` : true,
    isAbout(resources, namesOf(request.resource, request.resourceArn)),
    holds(statement, request),
    odd === undefined ? true : `${odd} in a statement`,
  ]);
};

/** Whether the request is permitted by policies of the caller, and of the resource. */
export const permits = (
  request: AccessRequest,
  ofCaller: readonly Statement[],
  ofResource: readonly Statement[],
): Truth => {
  const says = (effect: Statement['Effect']): Truth =>
    anyOf(
      [ofCaller, ofResource].flatMap((statements) =>
        statements.flatMap((one) => (one.Effect === effect ? applies(one, request) : [])),
      ),
    );
  const allowed = says('Allow');
  return allowed === false ? false : allOf([not(says('Deny')), allowed]);
};
