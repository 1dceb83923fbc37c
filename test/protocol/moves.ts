import { after, begun, broken, type Protocol, rules, runIn, type Step } from './model.ts';

/**
 * The smallest organization in which runs can spoil each other's work: a budget of 2 GB, of which one service has 2 and another wants 1;
 * a policy that moves 1 GB to it, and one that takes it back; two runs, of which each carries out the policy that it has read; a
 * platform whose disks grow and whose answers may be lost.
 */

export const runNames = ['a', 'b'] as const;
export type RunName = (typeof runNames)[number];
type Place = 0 | 1;

/** Sets the maximum of a service. */
export interface Write {
  readonly service: Place;
  readonly gb: number;
}

export const budgetGb = 2;

/** Maximums that the policy wants, before and after a person edits it. */
const policies = [
  [1, 1],
  [2, 0],
] as const;

/** What a run has read. */
interface Reading {
  /** Writes that are still needed. */
  readonly needs: readonly Write[];
  /** Other runs that had come to their end by then: what they wrote has been read. */
  readonly ended: readonly RunName[];
  /** Writes that free the money for others. */
  readonly frees: readonly string[];
}

export interface State {
  readonly protocol: Protocol;
  readonly policy: 0 | 1;
  readonly maximums: readonly [number, number];
  readonly provisioned: readonly [number, number];
  readonly readings: Readonly<Partial<Record<RunName, Reading>>>;
  /** Writes on their way. */
  readonly flights: readonly { readonly run: RunName; readonly write: Write }[];
  /** Names of the writes that took effect, each as often as it did. */
  readonly effects: readonly string[];
}

export const start: State = {
  protocol: begun,
  policy: 0,
  maximums: [2, 0],
  provisioned: [1, 0],
  readings: {},
  flights: [],
  effects: [],
};

/** What the organization is assumed to spare the protocol; docs/internals/protocol.md says what each assumption rests on. */
export interface Assumptions {
  /** A write that no answer came to arrives before its run gives up on it, or never. */
  readonly noLateWrite: boolean;
  /** No disk grows between the look at it and the arrival of the write that follows. */
  readonly noGrowthDuringWrite: boolean;
  /** The policy is not edited, and each of its changes needs the approval of a person, who gives it once. */
  readonly isApproved: boolean;
}

/** Something that happens: a step of the protocol, or what platform, network and readings do. */
export interface Move {
  readonly name: string;
  /** The run that makes it; null for the surroundings. */
  readonly by: RunName | null;
  readonly to: State;
}

/** Rules of what a run does outside the store; like those of the protocol each has a name, so that it can be left out. */
export const otherRules = [
  'a plan is made of readings from before another run began to write or after it ended',
  'approved changes are reserved before they are handed over',
  'a run looks at the disk before it lowers a maximum',
  'a run changes only what is still as its plan saw it',
  'a release is confirmed by reading the platform again',
] as const;
export type OtherRule = (typeof otherRules)[number];

export const nameOf = ({ service, gb }: Write): string => `${service}=${gb}`;

const set = <T>([first, second]: readonly [T, T], place: Place, value: T): readonly [T, T] =>
  place === 0 ? [value, second] : [first, value];

const costGb = ({ maximums, provisioned }: State, service: Place): number =>
  Math.max(maximums[service], provisioned[service]);

/** GB that services may cost: a disk never shrinks, so what it has counts also above its maximum. */
export const committedGb = (state: State): number => costGb(state, 0) + costGb(state, 1);

/** What a run reads: it raises only with money that is there, or that its own lower frees. */
const read = (state: State, by: RunName): Reading => {
  const targets = policies[state.policy];
  const wanted = ([0, 1] as const).flatMap((service): Write[] =>
    state.maximums[service] === targets[service] ? [] : [{ service, gb: targets[service] }],
  );
  const lowers = wanted.filter(({ service, gb }) => gb < state.maximums[service]);
  const isPaid = ({ service, gb }: Write) =>
    lowers.length > 0 || committedGb(state) - costGb(state, service) + gb <= budgetGb;
  const raises = wanted.filter((write) => !lowers.includes(write) && isPaid(write));
  return {
    needs: [...lowers, ...raises],
    ended: runNames.filter((run) => run !== by && runIn(state.protocol, run).isSealed),
    frees: raises.length === 0 ? [] : lowers.map(nameOf),
  };
};

/** Moves of people, platform and network. */
const surroundings = (state: State, { noLateWrite, noGrowthDuringWrite, isApproved }: Assumptions): Move[] => {
  const { flights, maximums, provisioned, effects, protocol } = state;
  const { lease } = protocol;
  const moves: Move[] = [];
  const happens = (name: string, change: Partial<State>) => moves.push({ name, by: null, to: { ...state, ...change } });
  for (const [place, { run, write }] of flights.entries()) {
    const landed = flights.filter((_, other) => other !== place);
    const arrived = { maximums: set(maximums, write.service, write.gb), effects: [...effects, nameOf(write)].sort() };
    happens(`${nameOf(write)} of ${run} arrives`, { flights: landed, ...arrived });
    happens(`${nameOf(write)} of ${run} is lost`, { flights: landed });
  }
  for (const service of [0, 1] as const) {
    const isInFlight = flights.some(({ write }) => write.service === service);
    if (provisioned[service] < maximums[service] && !(noGrowthDuringWrite && isInFlight))
      happens(`disk ${service} grows`, { provisioned: set(provisioned, service, provisioned[service] + 1) });
  }
  const isWriting = flights.some(({ run }) => run === lease.run);
  if (lease.is === 'held' && lease.run !== null && !(noLateWrite && isWriting))
    happens(`the lease of ${lease.run} expires`, { protocol: { ...protocol, lease: { ...lease, is: 'expired' } } });
  if (!isApproved && state.policy === 0) happens('a person edits the policy', { policy: 1 });
  return moves;
};

/** Steps by which a run carries out what it has decided. */
const carryingOut = (state: State, run: RunName, { needs, frees }: Reading): Step[] => {
  const { open, sent, owed } = runIn(state.protocol, run);
  const isOnItsWay = (part: string) => state.flights.some((one) => one.run === run && nameOf(one.write) === part);
  return needs.map(nameOf).flatMap((part): Step[] => {
    if (!sent.includes(part)) {
      const send: Step = {
        kind: 'send',
        run,
        part,
        write: part,
        takes: frees.includes(part) ? [] : frees,
      };
      return open.includes(part) ? [send] : [send, { kind: 'intend', run, part }];
    }
    if (open.includes(part)) return isOnItsWay(part) ? [] : [{ kind: 'end', run, part }];
    return owed.includes(part) ? [{ kind: 'confirm', run, release: part }] : [];
  });
};

/** Steps by which a run changes whose the lease is. */
const ofLease = ({ protocol: { lease }, flights }: State, run: RunName, noLateWrite: boolean): Step[] => {
  const own = lease.run === run;
  const isWriting = noLateWrite && flights.some((one) => one.run === run);
  const steps: Step[] = [];
  if (!own || lease.is !== 'held') steps.push({ kind: 'take', run });
  if (own && lease.is !== 'released' && !isWriting) steps.push({ kind: 'release', run });
  return steps;
};

/** Steps that come before a run has handed its plan over. */
const handingOver = ({ protocol }: State, run: RunName, { needs, frees }: Reading, isApproved: boolean): Step[] => {
  const { hasHandedOver, reserved, owed } = runIn(protocol, run);
  if (hasHandedOver) return [];
  const reserves = isApproved && reserved.length === 0;
  return [
    ...(reserves ? [{ kind: 'reserve', run, places: needs.map(nameOf) } as const] : []),
    ...frees.flatMap((release) => (owed.includes(release) ? [] : [{ kind: 'owe', run, release } as const])),
    { kind: 'hand-over', run, frees },
  ];
};

/** Steps that a run may want, by what it knows; the rules decide which of them it takes. */
const wanted = (state: State, run: RunName, { isApproved, noLateWrite }: Assumptions): Step[] => {
  const { hasDecided, reserved, sent, isSealed } = runIn(state.protocol, run);
  const steps = ofLease(state, run, noLateWrite);
  const reading = state.readings[run];
  if (reading === undefined) return steps;
  if (!hasDecided) return [...steps, { kind: 'rest', run }, { kind: 'decide', run }];
  const unsent = reserved.filter((place) => !sent.includes(place));
  if (!isSealed) steps.push({ kind: 'seal', run });
  if (unsent.length > 0) steps.push({ kind: 'give-back', run, places: unsent });
  return [...steps, ...handingOver(state, run, reading, isApproved), ...carryingOut(state, run, reading)];
};

/** Whether no other run can have changed anything since a run read. */
const isOfNow = ({ protocol }: State, by: string, reading: Reading | undefined): boolean =>
  runNames.every((run) => run === by || !runIn(protocol, run).hasHandedOver || reading?.ended.includes(run));

/** Rules besides those of the protocol that a step breaks. */
const otherwiseBroken = (state: State, step: Step, { isApproved }: Assumptions): readonly OtherRule[] => {
  const { protocol, readings, maximums, provisioned } = state;
  const own = runIn(protocol, step.run);
  const reading = readings[step.run as RunName];
  const writeOf = (part: string) => reading?.needs.find((write) => nameOf(write) === part);
  const broken: Record<OtherRule, boolean> = {
    [otherRules[0]]: step.kind === 'decide' && !isOfNow(state, step.run, reading),
    [otherRules[1]]:
      step.kind === 'hand-over' && isApproved && !reading?.needs.every((one) => own.reserved.includes(nameOf(one))),
    [otherRules[2]]: false,
    [otherRules[3]]: false,
    [otherRules[4]]: false,
  };
  const write = step.kind === 'send' ? writeOf(step.part) : undefined;
  if (write !== undefined) {
    broken[otherRules[2]] = write.gb < provisioned[write.service];
    broken[otherRules[3]] = write.gb === maximums[write.service];
  }
  const released = step.kind === 'confirm' ? writeOf(step.release) : undefined;
  if (released !== undefined)
    broken[otherRules[4]] = maximums[released.service] !== released.gb || provisioned[released.service] > released.gb;
  return otherRules.filter((rule) => broken[rule]);
};

/** The state after a step of a run. */
const afterStep = (state: State, by: RunName, step: Step): State => {
  const write = step.kind === 'send' ? state.readings[by]?.needs.find((one) => nameOf(one) === step.part) : undefined;
  const flights = write === undefined ? state.flights : [...state.flights, { run: by, write }];
  return { ...state, protocol: after(state.protocol, step), flights };
};

/** Everything that can happen next. @param omitted names of the rules that do not count */
export const movesFrom = (state: State, assumptions: Assumptions, omitted: ReadonlySet<string>): Move[] => {
  const known = rules.filter(({ name }) => !omitted.has(name));
  const isAllowed = (step: Step) =>
    broken(state.protocol, step, known).length === 0 &&
    otherwiseBroken(state, step, assumptions).every((rule) => omitted.has(rule));
  const moves = surroundings(state, assumptions);
  for (const by of runNames) {
    if (!runIn(state.protocol, by).hasDecided)
      moves.push({ name: `${by} reads`, by, to: { ...state, readings: { ...state.readings, [by]: read(state, by) } } });
    const steps = wanted(state, by, assumptions).filter(isAllowed);
    moves.push(...steps.map((step) => ({ name: `${by}: ${step.kind}`, by, to: afterStep(state, by, step) })));
  }
  return moves;
};
