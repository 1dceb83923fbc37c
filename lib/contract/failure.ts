import * as z from 'zod';

const lambdaCause = z.object({ errorMessage: z.string() });

/**
 * Text of the `Cause` that a workflow passes to the state behind a Catch. A task's error
 * is JSON with type and message; an error of the workflow itself, such as a time-out, is text.
 */
export const causeText = (cause: unknown): string => {
  if (typeof cause !== 'string') return cause === undefined || cause === null ? '' : JSON.stringify(cause);
  try {
    const parsed = lambdaCause.safeParse(JSON.parse(cause));
    return parsed.success ? parsed.data.errorMessage : cause;
  } catch {
    return cause;
  }
};
