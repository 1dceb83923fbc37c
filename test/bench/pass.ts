import { measuredInBundle } from './in-bundle.ts';
import type { Benchmark } from './measurement.ts';

export const pass: Benchmark = {
  name: 'pass',
  about:
    'A pass with nothing to do over 10,000 services in 200 projects, against the floor: the same answers downloaded and parsed by the same HTTP client with the same number of connections, and thrown away. Both run in one process, in turns, from a bundle as people get one; the platform is another process. The processor time is that of the client process alone. A pass also checks, stores, reads back, decides and reports what the floor forgets.',
  measure: () => measuredInBundle('pass-once.ts'),
};
