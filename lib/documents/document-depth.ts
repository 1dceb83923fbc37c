import { CST } from 'yaml';

/** Maximum nesting of lists and mappings; real documents have fewer than ten levels. */
const deepest = 32;

/**
 * Offset of the first item that is nested too deeply, or undefined. A small text can nest so deeply that parsing it would
 * exhaust the stack of the process, so this walks the tokens without recursion.
 */
export const tooDeepAt = (tokens: readonly CST.Token[]): number | undefined => {
  const open = tokens.flatMap((token) =>
    token.type === 'document' && token.value !== undefined ? [{ token: token.value, level: 1 }] : [],
  );
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, level } = next;
    if (!CST.isCollection(token)) continue;
    if (level > deepest) return token.offset;
    for (const { key, value } of token.items) {
      if (key) open.push({ token: key, level: level + 1 });
      if (value) open.push({ token: value, level: level + 1 });
    }
  }
  return undefined;
};
