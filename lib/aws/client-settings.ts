/**
 * Time-outs and retries of every AWS client: a hanging call must not use up the time of its task, and the client itself
 * retries throttled calls.
 */
export const clientSettings = {
  maxAttempts: 4,
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
} as const;

/** Variables that say which credentials a command uses. */
export type ProfileEnvironment = Readonly<Partial<Record<'AWS_PROFILE', string>>>;

/** The same for a command, which has the credentials of this profile of AWS. */
export const settingsFor = ({ AWS_PROFILE: profile }: ProfileEnvironment) => ({
  ...clientSettings,
  ...(profile ? { profile } : {}),
});

/** Name and text of an AWS client's error, and the HTTP status if there was an answer. */
export const awsFailure = (
  error: unknown,
): { readonly name: string; readonly text: string; readonly status?: number } => {
  if (!(error instanceof Error)) return { name: 'Error', text: String(error) };
  const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: number } };
  return { name: error.name, text: `${error.name}: ${error.message}`, status: $metadata?.httpStatusCode };
};
