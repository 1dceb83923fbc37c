import type { SecretValue } from '../../core/token/rotation.ts';
import type { TokenConnection, TokenPorts } from '../../ports.ts';

/** Connects to the platform with a token for one piece of work, and closes the connection whatever happens. */
export const withToken = async <T>(
  { connectToken }: Pick<TokenPorts, 'connectToken'>,
  value: SecretValue,
  work: (connection: TokenConnection) => Promise<T>,
): Promise<T> => {
  const connection = connectToken(value);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
};
