/** Waits turn by turn until something is so. What never comes to be so ends with the time that every test has. */
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise(setImmediate);
};
