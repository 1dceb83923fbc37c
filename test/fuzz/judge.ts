import { secret, type Target } from './targets.ts';

/** Errors of the language: the text met code that did not expect it. */
const ofTheLanguage = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'EvalError',
  'URIError',
  'ZodError',
]);

/** What is wrong with how a target takes a text; null if it parses it, or refuses it in words. */
export const problemWith = async ({ parse, quotes }: Target, text: string): Promise<string | null> => {
  let said: string;
  try {
    const value = await parse(text);
    said = typeof value === 'string' ? value : '';
  } catch (error) {
    if (!(error instanceof Error)) return `throws ${String(error)}`;
    if (ofTheLanguage.has(error.name)) return `${error.stack}`;
    said = error.message;
    if (said.trim() === '') return `${error.name} says nothing`;
  }
  return quotes !== true && said.includes(secret) ? `quotes a secret: ${said}` : null;
};
