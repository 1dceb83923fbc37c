import { createRedactor } from '../client/transport/redact.ts';

/** A shorter text is no token but a word, which other texts contain too. */
const leastLength = 8;

/** Removes the token of the environment from texts: a document or an argument may contain it, and errors quote both. */
export const hidingToken = (environment: Readonly<Record<string, string | undefined>>): ((text: string) => string) => {
  const token = environment.HEADROOM_TOKEN?.trim() ?? '';
  if (token.length < leastLength) return (text) => text;
  const redactor = createRedactor();
  redactor.learn(token);
  return redactor.hide;
};
