/** The parts of a state machine definition that decide which states run. */
export interface Definition {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, DefinitionState>>;
  readonly ProcessorConfig?: { readonly Mode?: string; readonly ExecutionType?: string };
}

interface DefinitionState {
  readonly Type: string;
  readonly Next?: string;
  readonly Default?: string;
  readonly Choices?: readonly { readonly Next: string }[];
  readonly ItemProcessor?: Definition;
}

/** The path of one execution without failures. */
interface Path {
  /** Choice states that took their (only) condition; the others took their default. */
  readonly taken: readonly string[];
  /** Number of items of each Map state on the path. */
  readonly items: Readonly<Record<string, number>>;
}

const nextOf = (name: string, state: DefinitionState, { taken }: Path): string | undefined => {
  if (state.Type !== 'Choice') return state.Next;
  return taken.includes(name) ? state.Choices?.[0]?.Next : state.Default;
};

/** A distributed map is billed one transition for each started child; the children are billed for their own states. */
const ofMap = (processor: Definition | undefined, items: number, path: Path): number => {
  if (processor === undefined) return 0;
  const starts = processor.ProcessorConfig?.Mode === 'DISTRIBUTED' ? items : 0;
  return starts + items * countTransitions(processor, path);
};

/**
 * Counts the billed state transitions of one successful execution of a definition with its children: one for each state that
 * runs, and one for each child of a distributed map (AWS Step Functions, "Transitions").
 */
export const countTransitions = (definition: Definition, path: Path): number => {
  let transitions = 0;
  let name: string | undefined = definition.StartAt;
  while (name !== undefined) {
    const state: DefinitionState | undefined = definition.States[name];
    if (state === undefined) throw new Error(`the definition has no state ${name}`);
    transitions += 1 + ofMap(state.ItemProcessor, path.items[name] ?? 0, path);
    name = nextOf(name, state, path);
  }
  return transitions;
};
