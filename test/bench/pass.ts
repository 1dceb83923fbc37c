import { measuredInBundle } from './in-bundle.ts';
import type { Benchmark } from './measurement.ts';

/**
 * A pass with nothing to do over 10,000 services in 200 projects, against the floor: the same answers downloaded and parsed by
 * the same HTTP client with the same number of connections, and thrown away. Passes and floor run in turns, from a bundle as
 * people get one; the platform is another process. `x floor` takes the floor with the HTTP client of a pass, `x fetch and
 * parse` with `fetch` of Node.js and `response.json()`, as a program without an HTTP library reads them. A command is one pass
 * in a new process, whose code is cold, and its floor is one in a new process too; the dashboard and `start` make later ones,
 * which know unchanged records. The processor time is that of the client process alone. A pass also checks, stores, reads
 * back, decides and reports what the floor forgets.
 */
export const pass: Benchmark = {
  name: 'pass',
  measure: () => measuredInBundle('pass-once.ts'),
};
