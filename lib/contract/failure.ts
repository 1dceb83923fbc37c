import * as z from 'zod';

const lambdaCause = z.object({ errorMessage: z.string() });

/**
 * Text of the `Cause` that a workflow passes to the state behind a Catch. Lambda wraps the error message in JSON with
 * type and stack; the local interpreter passes the message itself.
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
