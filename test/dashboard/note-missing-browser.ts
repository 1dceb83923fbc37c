import { noBrowser, skipsPages } from './find-browser.ts';
import { thisMachine } from './this-machine.ts';

/** Says once for all workers of a run that tests of pages are skipped. */
export const setup = (): void => {
  if (skipsPages(thisMachine())) process.stderr.write(`The tests of the pages are skipped. ${noBrowser}\n`);
};
