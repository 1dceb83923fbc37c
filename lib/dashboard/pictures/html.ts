import { html as template } from 'hono/html';
import { visible } from '../../core/model/visible-text.ts';

/** Text that becomes markup: an element, or several. */
export type Markup = ReturnType<typeof template>;

type Part = Markup | string | number | null | undefined | false | readonly Part[];

/**
 * Names, tags and messages come from outside: every text is escaped, and invisible characters are shown as escapes.
 * Longer ones are cut, because a name of a megabyte must not make a page of one.
 */
const mostText = 2000;

const safe = (part: Part): unknown => {
  if (typeof part === 'string') {
    // Cut first: to look at every character of a megabyte takes longer than the rest of the page.
    const text = visible(part.slice(0, mostText));
    return part.length > mostText || text.length > mostText ? `${text.slice(0, mostText)}…` : text;
  }
  return Array.isArray(part) ? part.map(safe) : (part ?? '');
};

/** A text that is never cut, such as the path of a curve. The caller knows that it is short enough. */
export const uncut = (text: string): Markup => template`${visible(text)}`;

/** A text with every character, for what its reader sends back or copies. */
export const exact = (text: string): Markup => template`${text}`;

/** A template whose texts are made safe. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  template(strings, ...parts.map(safe));
