import { definitions } from '../../lib/workflow/definitions.ts';
import type { Machine, State } from '../../lib/workflow/states.ts';

/** Every state of every workflow, at every depth. */
const statesOf = (machine: Machine): State[] =>
  Object.values(machine.States).flatMap((state) => [
    state,
    ...(state.ItemProcessor === undefined ? [] : statesOf(state.ItemProcessor)),
  ]);

export const allStates = Object.values(definitions).flatMap(statesOf);
