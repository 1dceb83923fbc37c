import { visible } from '../../core/model/visible-text.ts';
import { Refusal } from '../protocol/refusal.ts';

/** The stack, without the token of the request and without characters that a terminal obeys. */
const causeOf = (error: unknown, authorization: string | undefined): string => {
  const secret = authorization?.trim().split(/\s+/).at(-1) ?? '';
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const shown = secret === '' ? text : text.replaceAll(secret, '[hidden]');
  return shown.split('\n').map(visible).join('\n');
};

/**
 * The refusal that an error is answered with: its own, or an internal error of the platform (pf 2.13 500 internal error),
 * whose cause goes to standard error, because the answer hides it.
 */
export const refusalFor = (error: unknown, authorization: string | undefined): Refusal => {
  if (error instanceof Refusal) return error;
  // A wait that ends because the platform closes is no failure of it.
  if (!(error instanceof Error && error.name === 'AbortError'))
    process.emitWarning(`The embedded platform failed: ${causeOf(error, authorization)}`, {
      code: 'HEADROOM_PLATFORM',
    });
  return new Refusal(500, 'internal_server_error', 'Internal server error');
};
