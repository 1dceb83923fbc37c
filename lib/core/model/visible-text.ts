/**
 * Characters that a reader does not see or that change how others are shown: control and format characters (bidirectional
 * overrides and marks, zero-width spaces and joiners, byte order marks), line separators and halves of surrogate pairs.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const everyUnseen = new RegExp(unseen.source, 'gu');

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** The same text in one line, with every unseen character as its escape: `\u202e`. Names are other people's words. */
export const visible = (text: string): string => text.replaceAll(everyUnseen, escaped);

/** The first unseen character of a text as `U+202E`; undefined when there is none. */
export const firstUnseen = (text: string): string | undefined => {
  const found = unseen.exec(text)?.[0].codePointAt(0);
  return found === undefined ? undefined : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`;
};

/** JSON whose strings hold no unseen character, only escapes; it means the same. */
export const visibleJson = (value: unknown, indent?: number): string =>
  // Outside strings JSON has no such characters but the line breaks of the indent.
  JSON.stringify(value, null, indent).replaceAll(everyUnseen, (character) =>
    character === '\n' ? character : escaped(character),
  );
