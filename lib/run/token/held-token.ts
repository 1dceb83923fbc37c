import { SecretUnavailable } from '../../contract/errors.ts';
import type { HeldToken } from '../../ports.ts';

/**
 * The ports for one of the deployment's tokens, by the name of its secret; without a name those for the first, as before there
 * were several.
 * @throws SecretUnavailable for a secret of another deployment
 */
export const heldToken = <P extends { readonly heldTokens: readonly HeldToken[] }>(
  { heldTokens, ...others }: P,
  secret: string | undefined,
): Omit<P, 'heldTokens'> & HeldToken => {
  const found = heldTokens.find(({ secretStore }) => secret === undefined || secretStore.name === secret);
  if (found !== undefined) return { ...others, ...found };
  const names = heldTokens.map(({ secretStore }) => secretStore.name).join(', ');
  throw new SecretUnavailable(`asked for the token of ${secret}, but this function uses only ${names}`);
};
