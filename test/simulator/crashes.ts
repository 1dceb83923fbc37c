/** A crash in the middle of a task, as its caller sees it. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** Whether something failed of a crash, or of what came of one. */
export const isCrash = (error: unknown): boolean =>
  error instanceof Crash || (error instanceof Error && error.cause instanceof Crash);

/** Crash at the call of this number, counted from 1, before it has its effect or after. */
export interface CrashPoint {
  readonly call: number;
  readonly when: 'before' | 'after';
}

type Method = (...given: never[]) => Promise<unknown>;

/** Counts calls to the outside, and crashes at one of them. */
export const createCrashes = (afterEffect: (call: string) => Promise<void>) => {
  let calls = 0;
  let point: CrashPoint | undefined;

  const crash = (call: string) => {
    point = undefined;
    throw new Crash(`crashed at ${call}`);
  };
  /** The same object, whose asynchronous methods are counted and may crash. */
  const through = <T extends object>(target: T, name: string, methods: readonly (keyof T & string)[]): T => {
    const wrapped = methods.map((method) => {
      const run = target[method] as Method;
      const guarded: Method = async (...given) => {
        calls += 1;
        const mine = point?.call === calls ? point : undefined;
        const call = `${name}.${method}`;
        if (mine?.when === 'before') crash(call);
        const result = await run(...given);
        await afterEffect(call);
        if (mine?.when === 'after') crash(call);
        return result;
      };
      return [method, guarded];
    });
    return { ...target, ...Object.fromEntries(wrapped) };
  };
  return {
    through,
    /** Calls since this was asked last; from now on, one of the calls that follow may crash. */
    begin: (next?: CrashPoint): number => {
      const before = calls;
      calls = 0;
      point = next;
      return before;
    },
  };
};
