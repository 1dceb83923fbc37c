import { InvalidArgumentError } from 'commander';
import { shortestDigest } from '../../core/plan/plan-result.ts';

const form = new RegExp(`^[0-9a-f]{${shortestDigest},64}$`);

/** Parses the digest of a plan, or its first characters. */
export const planDigest = (text: string): string => {
  if (form.test(text)) return text;
  throw new InvalidArgumentError(
    `Must be the digest that headroom plan prints, or at least its first ${shortestDigest} characters (0-9, a-f).`,
  );
};
