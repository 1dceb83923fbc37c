/** Longest text of the platform that goes into an error, in characters. */
const longest = 500;

const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Makes text that came from outside fit for an error message; the only place where tokens are taken out of text. */
export interface Redactor {
  /** Remembers a token, so that text which echoes it is cleaned of it. */
  learn(token: string): void;
  /** The text without tokens and control characters, cut to 500 characters. */
  clean(text: string): string;
}

/** The forms in which an answer may echo a token. */
const echoes = (token: string): string[] => [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)];

export const createRedactor = (): Redactor => {
  const secrets = new Set<string>();
  return {
    learn: (token) => {
      for (const echo of echoes(token)) secrets.add(echo);
    },
    clean: (text) => {
      const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
      const redacted = longestFirst.reduce(
        (left, secret) => left.replaceAll(secret, '[token]'),
        text.replace(unprintable, ' '),
      );
      return redacted.length > longest ? `${redacted.slice(0, longest - 1)}…` : redacted;
    },
  };
};
