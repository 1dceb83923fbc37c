import { createInterface } from 'node:readline';
import type { CommandLine } from './command-line.ts';
import { print } from './print.ts';

type Terminal = Pick<CommandLine, 'in' | 'err' | 'signal'>;

/** Whether a person can be asked: both ends are a terminal. */
export const canAsk = ({ in: input, out }: Pick<CommandLine, 'in' | 'out'>): boolean =>
  input.isTTY === true && out.isTTY === true;

/**
 * Whether a person at a terminal has given standard input something else, such as `echo n | headroom apply`: no question can
 * be asked, and what stands there must not be read, because it may be the rest of a script. A CI system may show a terminal
 * where no person is.
 */
export const isAskedInVain = ({ in: input, out, err, environment }: CommandLine): boolean =>
  input.isTTY !== true && (out.isTTY === true || err.isTTY === true) && !environment.CI;

/** Asks questions on standard error and reads the answers line by line. */
interface Questions {
  /** @returns the answer; empty at the end of the input and after Ctrl-C */
  readonly ask: (question: string) => Promise<string>;
  readonly close: () => void;
}

export const openQuestions = ({ in: input, err, signal }: Terminal): Questions => {
  const reading = createInterface({ input, output: err, signal });
  const answers = reading[Symbol.asyncIterator]();
  let isOver = false;
  reading.once('close', () => {
    isOver = true;
  });
  return {
    ask: async (question) => {
      reading.setPrompt(question);
      // Answers that came before the end of the input still count.
      if (isOver) print(err, question);
      else reading.prompt();
      const { value, done } = await answers.next();
      return done ? '' : value.trim();
    },
    close: () => reading.close(),
  };
};

/** Asks for a confirmation; only `y` and `yes` give it. */
export const confirm = async (terminal: Terminal, question: string): Promise<boolean> => {
  const questions = openQuestions(terminal);
  try {
    return /^y(?:es)?$/i.test(await questions.ask(`${question} [y/N] `));
  } finally {
    questions.close();
  }
};
