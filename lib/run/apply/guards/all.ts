import { aboveProvisioned } from './above-provisioned.ts';
import { budgetFreed } from './budget-freed.ts';
import { earlierFailure } from './earlier-failure.ts';
import { endpointReady } from './endpoint-ready.ts';
import type { GuardEntry } from './guard.ts';
import { maxFailures } from './max-failures.ts';
import { modeAndFreeze } from './mode-and-freeze.ts';

/**
 * Every guard, in the order in which they are asked before each write; the first reason counts. The lease alone is no
 * guard: it is asserted after the intent is stored (`apply-changes.ts`).
 */
export const guards: readonly GuardEntry[] = [
  { make: earlierFailure, heldBack: 'skipped' },
  { make: budgetFreed, heldBack: 'skipped' },
  { make: endpointReady, heldBack: 'skipped' },
  { make: maxFailures, heldBack: 'skipped' },
  { make: aboveProvisioned, heldBack: 'failed' },
  // The last before the intent: reading sizes may have taken its time.
  { make: modeAndFreeze, heldBack: 'restrained' },
];
