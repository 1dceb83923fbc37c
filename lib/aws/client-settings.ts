/**
 * How every AWS client waits and tries again: a call that hangs must not use up the time that its task has, and throttling
 * is tried again by the client itself.
 */
export const clientSettings = {
  maxAttempts: 4,
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
} as const;

/** Name and text of what an AWS client threw, and the HTTP status when there was an answer. */
export const awsFailure = (
  error: unknown,
): { readonly name: string; readonly text: string; readonly status?: number } => {
  if (!(error instanceof Error)) return { name: 'Error', text: String(error) };
  const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: number } };
  return { name: error.name, text: `${error.name}: ${error.message}`, status: $metadata?.httpStatusCode };
};
