import { createInterface } from 'node:readline/promises';
import type { CommandLine } from './command-line.ts';

/** Whether a person can be asked: both ends are a terminal. */
export const canAsk = ({ in: input, out }: Pick<CommandLine, 'in' | 'out'>): boolean =>
  input.isTTY === true && out.isTTY === true;

/** Asks a question on standard error. Only `y` and `yes` confirm. */
export const confirm = async (
  { in: input, err, signal }: Pick<CommandLine, 'in' | 'err' | 'signal'>,
  question: string,
): Promise<boolean> => {
  const asking = createInterface({ input, output: err });
  try {
    // The end of the input answers no.
    const closed = new Promise<string>((resolve) => asking.once('close', () => resolve('')));
    const answer = await Promise.race([asking.question(`${question} [y/N] `, { signal }), closed]);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    asking.close();
  }
};
