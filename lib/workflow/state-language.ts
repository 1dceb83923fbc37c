import type { Machine, State } from './states.ts';

const placeholder = /^\$\{([a-z-]+)\}$/;

/** The task that a state calls; undefined for a state that calls none. */
export const taskOf = ({ Resource }: State): string | undefined => placeholder.exec(Resource ?? '')?.[1];

/** Task name by state name, at every depth. */
export const taskOfState = ({ States }: Machine): Record<string, string> =>
  Object.assign(
    {},
    ...Object.entries(States).map(([name, state]) => {
      const task = taskOf(state);
      return { ...(task && { [name]: task }), ...(state.ItemProcessor && taskOfState(state.ItemProcessor)) };
    }),
  );

/** The value at a reference path such as `$.a.b` or `$[0]`; undefined where there is none. */
export const valueAt = (path: string, input: unknown, context: unknown): unknown => {
  const isContext = path.startsWith('$$');
  const steps = path.slice(isContext ? 2 : 1).matchAll(/\.([\w-]+)|\[(\d+)\]/g);
  let value = isContext ? context : input;
  for (const [, member, position] of steps) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[member ?? position ?? ''];
  }
  return value;
};

/** A payload template: members that end in `.$` are taken from their paths. @throws Error when a path leads nowhere */
export const filled = (template: Readonly<Record<string, unknown>>, input: unknown, context: unknown): unknown =>
  Object.fromEntries(
    Object.entries(template).map(([name, value]) => {
      if (!name.endsWith('.$')) return [name, value];
      const found = valueAt(String(value), input, context);
      if (found === undefined) throw Object.assign(new Error(`no value at ${value}`), { name: 'States.Runtime' });
      return [name.slice(0, -2), found];
    }),
  );

/** Puts a result into the input: `$` or nothing replaces it, null discards the result, `$.name` sets a member. */
export const withResult = (path: string | null | undefined, input: unknown, result: unknown): unknown => {
  if (path === null) return input;
  if (path === undefined || path === '$') return result;
  return { ...(input as object), [path.slice(2)]: result };
};

/** The next state of a Choice. @throws Error when no choice applies */
export const chosen = (state: State, input: unknown, context: unknown): string => {
  const choice = state.Choices?.find(({ Variable, IsPresent, StringEquals }) => {
    const value = valueAt(Variable, input, context);
    return IsPresent === undefined ? value === StringEquals : (value !== undefined) === IsPresent;
  });
  const next = choice?.Next ?? state.Default;
  if (next === undefined) throw Object.assign(new Error('no choice applies'), { name: 'States.NoChoiceMatched' });
  return next;
};

/** An error as the States language sees it. */
interface Failure {
  readonly Error: string;
  readonly Cause: string;
}

export const failureOf = (error: unknown): Failure => {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { Error: name, Cause: JSON.stringify({ errorType: name, errorMessage: message }) };
};

export const matches = (errors: readonly string[], name: string): boolean =>
  errors.includes(name) || (errors.includes('States.ALL') && name !== 'States.Runtime');
