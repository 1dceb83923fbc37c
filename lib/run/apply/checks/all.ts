import { aboveProvisioned } from './above-provisioned.ts';
import { affordable } from './affordable.ts';
import { asPlanned } from './as-planned.ts';
import { diskFits } from './disk-fits.ts';
import { earlierFailure } from './earlier-failure.ts';
import { endpointReady } from './endpoint-ready.ts';
import { maxFailures } from './max-failures.ts';
import { modeAndFreeze } from './mode-and-freeze.ts';
import type { WriteCheckEntry } from './write-check.ts';

/**
 * All checks in their order before each write; the first reason applies. Only the lease is not a check: it
 * is asserted after the intent is stored (`apply-changes.ts`).
 */
export const writeChecks: readonly WriteCheckEntry[] = [
  { make: earlierFailure, outcome: 'skipped' },
  { make: endpointReady, outcome: 'skipped' },
  { make: maxFailures, outcome: 'skipped' },
  { make: asPlanned, outcome: 'skipped' },
  { make: affordable, outcome: 'skipped' },
  { make: aboveProvisioned, outcome: 'failed' },
  { make: diskFits, outcome: 'failed' },
  // Last before the intent, because the checks above may take time.
  { make: modeAndFreeze, outcome: 'restrained' },
];
