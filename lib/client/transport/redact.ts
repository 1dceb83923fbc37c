/** Longest text of the platform in an error, in characters. */
const longest = 500;

const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Cleans text from outside for error messages; the only place that removes tokens from text. */
export interface Redactor {
  /** Remembers a token to remove it from later texts. */
  learn(token: string): void;
  /** The text without tokens. */
  hide(text: string): string;
  /** The text without tokens and control characters, truncated to 500 characters. */
  clean(text: string): string;
}

/** Forms in which an answer may echo a token. */
const echoes = (token: string): string[] => [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)];

export const createRedactor = (): Redactor => {
  const tokens = new Set<string>();
  /** What may echo a token, the longest first. */
  let secrets: readonly string[] = [];
  const hide = (text: string): string => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[token]'), text);
  return {
    learn: (token) => {
      if (tokens.has(token)) return;
      tokens.add(token);
      secrets = [...new Set([...secrets, ...echoes(token)])].sort((a, b) => b.length - a.length);
    },
    hide,
    clean: (text) => {
      if (text === '') return text;
      const redacted = hide(text.replace(unprintable, ' '));
      return redacted.length > longest ? `${redacted.slice(0, longest - 1)}…` : redacted;
    },
  };
};
