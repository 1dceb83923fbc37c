/** The command was called in a way that cannot be carried out: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
