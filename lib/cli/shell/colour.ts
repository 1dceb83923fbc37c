type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether output has colours: FORCE_COLOR decides, then NO_COLOR, then whether it goes to a terminal. The order is the one
 * of Node.js itself (`tty.WriteStream.getColorDepth`).
 */
export const usesColour = (environment: Environment, isTerminal: boolean): boolean => {
  const { FORCE_COLOR: forced, NO_COLOR: refused, TERM: terminal } = environment;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (refused !== undefined && refused !== '') return false;
  return isTerminal && terminal !== 'dumb';
};
