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
export interface Path {
  /** Choice states that took their (only) condition; the others took their default. */
  readonly taken: readonly string[];
  /** Number of items of each Map state on the path. */
  readonly items: Readonly<Record<string, number>>;
}

/** The billed units of an execution at Step Functions. */
export interface Transitions {
  /** Billed state transitions of standard workflows, including standard children. */
  readonly standard: number;
  /** Started express children. */
  readonly express: number;
}

const nextOf = (name: string, state: DefinitionState, { taken }: Path): string | undefined => {
  if (state.Type !== 'Choice') return state.Next;
  return taken.includes(name) ? state.Choices?.[0]?.Next : state.Default;
};

/** A distributed map is billed one transition for each started child; a standard child is billed for its own states. */
const ofMap = (processor: Definition | undefined, items: number, path: Path): Transitions => {
  if (processor === undefined) return { standard: 0, express: 0 };
  const isDistributed = processor.ProcessorConfig?.Mode === 'DISTRIBUTED';
  const starts = isDistributed ? items : 0;
  if (isDistributed && processor.ProcessorConfig?.ExecutionType === 'EXPRESS')
    return { standard: starts, express: items };
  const child = countTransitions(processor, path);
  return { standard: starts + items * child.standard, express: items * child.express };
};

/**
 * Counts the billed units of one successful execution of a definition: one transition for each state that runs, and one for
 * each child of a distributed map (AWS Step Functions, "Transitions").
 */
export const countTransitions = (definition: Definition, path: Path): Transitions => {
  let standard = 0;
  let express = 0;
  let name: string | undefined = definition.StartAt;
  while (name !== undefined) {
    const state: DefinitionState | undefined = definition.States[name];
    if (state === undefined) throw new Error(`the definition has no state ${name}`);
    const children = ofMap(state.ItemProcessor, path.items[name] ?? 0, path);
    standard += 1 + children.standard;
    express += children.express;
    name = nextOf(name, state, path);
  }
  return { standard, express };
};
