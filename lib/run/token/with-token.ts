import type { SecretValue } from '../../core/token/rotation.ts';
import type { TokenConnection, TokenPorts } from '../../ports.ts';

/** Runs `work` on a connection with a token, and always closes the connection. */
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
