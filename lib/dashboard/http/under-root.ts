import type { Context } from 'hono';
import type { Markup } from '../pictures/html.ts';

/** Attributes with an address; in texts every quotation mark is escaped. */
const address = / (href|src|action|formaction)="\//g;

/** Text of a page whose links, which its markup begins at `/`, begin at the path of its reader. */
export const underRoot = (c: Context, markup: Markup): string =>
  String(markup).replace(address, ` $1="${c.get('root') ?? ''}/`);
