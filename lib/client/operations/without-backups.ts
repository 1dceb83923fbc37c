const member = '"backups":';

/** The place of the quote that ends a text of JSON, which begins at a place. */
const endOfText = (text: string, begin: number): number => {
  let place = begin + 1;
  while (place < text.length && text[place] !== '"') place += text[place] === '\\' ? 2 : 1;
  return place;
};

/** The place after the list that begins at a place; the place itself if there is no list, or no end of it. */
const afterList = (text: string, begin: number): number => {
  let depth = 0;
  for (let place = begin; place < text.length; place += 1) {
    const character = text[place];
    if (character === '"') place = endOfText(text, place);
    if (character === '[') depth += 1;
    if (character === ']') depth -= 1;
    if (depth === 0) return character === ']' ? place + 1 : begin;
  }
  return begin;
};

/**
 * The JSON of a list of services without the lists of their backups, which change by themselves each night and say nothing that
 * is read: lists that differ in nothing else have the same text.
 */
export const withoutBackups = (text: string): string => {
  const parts: string[] = [];
  let kept = 0;
  let begin = 0;
  for (let at = text.indexOf(member); at !== -1; at = text.indexOf(member, begin)) {
    begin = at + member.length;
    const end = afterList(text, text[begin] === ' ' ? begin + 1 : begin);
    // The name may end another one, after an escaped quote.
    if (text[at - 1] === '\\' || end <= begin + 1) continue;
    parts.push(text.slice(kept, begin));
    kept = end;
    begin = end;
  }
  return kept === 0 ? text : parts.join('') + text.slice(kept);
};
