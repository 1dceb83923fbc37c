import { InvalidArgumentError } from 'commander';

/** Parses an option that must be a whole number within bounds. */
export const wholeNumber =
  (lowest: number, highest: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= lowest && value <= highest) return value;
    throw new InvalidArgumentError(`Must be a whole number from ${lowest} to ${highest}.`);
  };
