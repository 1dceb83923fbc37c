import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const rootUrl = pathToFileURL(join(import.meta.dirname, '../../')).href;

/** How often functions were called, by their place in this repository. */
interface Calls {
  /** Of one function, by its file and its name there. */
  readonly of: (file: string, name: string) => number;
  /** Of all functions of a folder. */
  readonly within: (folder: string) => number;
}

/**
 * Counts the calls of functions during some work. V8 counts them itself, so the count is the same on every machine under
 * every load, and code need not know that it is counted.
 */
export const callsDuring = async (work: () => Promise<unknown>): Promise<Calls> => {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    // Takes what came before, and begins at 0.
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const calls = result.flatMap(({ url, functions }) =>
      // The first function is the module itself.
      functions.slice(1).map(({ functionName: name, ranges }) => ({ url, name, count: ranges[0]?.count ?? 0 })),
    );
    const sum = (counted: typeof calls) => counted.reduce((all, { count }) => all + count, 0);
    return {
      of: (file, name) => {
        const own = calls.filter((call) => call.url === `${rootUrl}${file}` && call.name === name);
        // A function that has another name now would count as never called.
        if (!readFileSync(new URL(`${rootUrl}${file}`), 'utf8').includes(name))
          throw new Error(`${file} has no ${name}`);
        return sum(own);
      },
      within: (folder) => {
        const own = calls.filter(({ url }) => url.startsWith(`${rootUrl}${folder}/`));
        // Work without any call is a count that sees nothing.
        if (sum(own) === 0) throw new Error(`nothing in ${folder} was called`);
        return sum(own);
      },
    };
  } finally {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
};
