/**
 * The protocol by which runs share one store and one platform, as rules for single steps. The same rules make the space of all
 * interleavings that `explore.ts` walks, and judge the steps of the real code that `observed.ts` sees. docs/internals/protocol.md explains
 * it.
 */

/** What a run has done, as far as other runs depend on it. */
export interface RunState {
  readonly hasDecided: boolean;
  readonly hasHandedOver: boolean;
  /** Places of approved plans that it may use, each once. */
  readonly reserved: readonly string[];
  /** Parts of its plan with an intent and without a result. */
  readonly open: readonly string[];
  /** Parts that ever had an intent: a copy of a task may still send what another copy has recorded. */
  readonly intended: readonly string[];
  /** Writes that it has sent, and which may have taken effect. */
  readonly sent: readonly string[];
  /** Releases of which money of its budget depends, until they are confirmed. */
  readonly owed: readonly string[];
  /** Writes that the audit has. */
  readonly audited: readonly string[];
  /** Whether it was sealed after its last write. */
  readonly isSealed: boolean;
}

export interface Protocol {
  readonly lease: { readonly run: string | null; readonly is: 'held' | 'rests' | 'released' | 'expired' };
  readonly runs: Readonly<Record<string, RunState>>;
}

/** A step that a run, or another for it, takes. */
export type Step = { readonly run: string } & (
  | { readonly kind: 'take' | 'rest' | 'release' | 'expire' | 'decide' | 'seal' }
  /** @param frees releases of which money of the plan depends */
  | { readonly kind: 'hand-over'; readonly frees: readonly string[] }
  | { readonly kind: 'reserve' | 'give-back'; readonly places: readonly string[] }
  | { readonly kind: 'owe' | 'confirm'; readonly release: string }
  | { readonly kind: 'intend' | 'end'; readonly part: string }
  | {
      readonly kind: 'send';
      readonly part: string;
      readonly write: string;
      /** Releases whose money the write takes. */
      readonly takes: readonly string[];
    }
);

export const noRun: RunState = {
  hasDecided: false,
  hasHandedOver: false,
  reserved: [],
  open: [],
  intended: [],
  sent: [],
  owed: [],
  audited: [],
  isSealed: false,
};

export const begun: Protocol = { lease: { run: null, is: 'released' }, runs: {} };

export const runIn = ({ runs }: Protocol, run: string): RunState => runs[run] ?? noRun;

const has = ({ lease }: Protocol, run: string): boolean => lease.run === run && lease.is !== 'released';

/** A rule for steps of some kinds; its name is what a step that breaks it is accused of. */
interface Rule {
  readonly name: string;
  readonly of: readonly Step['kind'][];
  readonly holds: (state: Protocol, step: Step) => boolean;
}

const othersReserve = ({ runs }: Protocol, run: string, places: readonly string[]): boolean =>
  Object.entries(runs).some(([name, { reserved }]) => name !== run && places.some((place) => reserved.includes(place)));

export const rules: readonly Rule[] = [
  {
    name: 'a run takes the lease of another only if that gave it up, lets it rest, or let it expire',
    of: ['take'],
    holds: ({ lease }, { run }) => lease.run === run || lease.is !== 'held',
  },
  {
    name: 'a run that is over takes no lease',
    of: ['take'],
    holds: (state, { run }) =>
      !(state.lease.run === run && state.lease.is === 'released') && !runIn(state, run).isSealed,
  },
  {
    name: 'a run changes only its own lease',
    of: ['rest', 'release', 'expire'],
    holds: (state, { run }) => state.lease.run === run,
  },
  {
    name: 'a run decides, reserves and hands over with the lease',
    of: ['decide', 'reserve', 'hand-over'],
    holds: (state, { run }) => has(state, run),
  },
  {
    name: 'a place of an approved plan is reserved by one run',
    of: ['reserve'],
    holds: (state, step) => step.kind !== 'reserve' || !othersReserve(state, step.run, step.places),
  },
  {
    name: 'a run hands over what it has decided',
    of: ['hand-over'],
    holds: (state, { run }) => runIn(state, run).hasDecided,
  },
  {
    name: 'releases of which a budget depends are noted before anything is handed over',
    of: ['hand-over'],
    holds: (state, step) =>
      step.kind !== 'hand-over' || step.frees.every((release) => runIn(state, step.run).owed.includes(release)),
  },
  {
    name: 'a run intends only what was handed over',
    of: ['intend'],
    holds: (state, { run }) => runIn(state, run).hasHandedOver,
  },
  {
    name: 'an intent is stored before its write is sent',
    of: ['send'],
    holds: (state, step) => step.kind !== 'send' || runIn(state, step.run).intended.includes(step.part),
  },
  {
    name: 'a run writes only while it has the lease',
    of: ['send'],
    holds: (state, { run }) => has(state, run),
  },
  {
    name: 'money that releases free is taken only after all of them are confirmed',
    of: ['send'],
    holds: (state, step) =>
      step.kind !== 'send' || !step.takes.some((release) => runIn(state, step.run).owed.includes(release)),
  },
  {
    name: 'before a run writes, the writes of every run that is over are in the audit',
    of: ['send'],
    holds: ({ runs }, { run }) =>
      Object.entries(runs).every(([name, { sent, isSealed }]) => name === run || sent.length === 0 || isSealed),
  },
  {
    name: 'a run is sealed once it can write no more',
    of: ['seal'],
    holds: (state, { run }) => !has(state, run),
  },
  {
    name: 'only what a sealed run certainly did not write is given back',
    of: ['give-back'],
    holds: (state, step) => {
      const { isSealed, sent } = runIn(state, step.run);
      return step.kind !== 'give-back' || (isSealed && !step.places.some((place) => sent.includes(place)));
    },
  },
];

const without = (all: readonly string[], gone: readonly string[]): readonly string[] =>
  all.filter((one) => !gone.includes(one));
const withOne = (all: readonly string[], one: string): readonly string[] =>
  all.includes(one) ? all : [...all, one].sort();

/** A run after a step of its own. */
export const changed = (before: RunState, step: Step): RunState => {
  switch (step.kind) {
    case 'decide':
      return { ...before, hasDecided: true };
    case 'hand-over':
      return { ...before, hasHandedOver: true };
    case 'reserve':
      return { ...before, reserved: [...new Set([...before.reserved, ...step.places])].sort() };
    case 'give-back':
      return { ...before, reserved: without(before.reserved, step.places) };
    case 'owe':
      return { ...before, owed: withOne(before.owed, step.release) };
    case 'confirm':
      return { ...before, owed: without(before.owed, [step.release]) };
    case 'intend':
      return { ...before, open: withOne(before.open, step.part), intended: withOne(before.intended, step.part) };
    case 'end':
      return { ...before, open: without(before.open, [step.part]) };
    case 'send':
      return { ...before, sent: withOne(before.sent, step.write), isSealed: false };
    case 'seal':
      return { ...before, audited: before.sent, isSealed: true };
    default:
      return before;
  }
};

/** The lease after a step. */
export const leaseAfter = ({ lease }: Protocol, { kind, run }: Step): Protocol['lease'] => {
  switch (kind) {
    case 'take':
    // A run renews its lease right before it writes, also one that has expired and that no other run has taken.
    case 'send':
      return { run, is: 'held' };
    case 'rest':
      return { run, is: 'rests' };
    case 'release':
      return { run, is: 'released' };
    case 'expire':
      return { run, is: 'expired' };
    default:
      return lease;
  }
};

/** The state after a step, whether a rule forbids it or not. */
export const after = (state: Protocol, step: Step): Protocol => ({
  lease: leaseAfter(state, step),
  runs: { ...state.runs, [step.run]: changed(runIn(state, step.run), step) },
});

/** Names of the rules that a step breaks. @param known the rules that count */
export const broken = (state: Protocol, step: Step, known: readonly Rule[] = rules): readonly string[] =>
  known.filter(({ of, holds }) => of.includes(step.kind) && !holds(state, step)).map(({ name }) => name);
