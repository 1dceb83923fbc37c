/** A process that can die at any moment: what it awaits then never comes back to it, and nothing more leaves it. */
export interface Process {
  /** Does something outside the process. */
  readonly outside: <T>(work: () => Promise<T>) => Promise<T>;
  /** Ends the process. */
  readonly kill: (reason: string) => void;
  readonly isAlive: () => boolean;
  /** Rejects with `Killed` when the process dies. */
  readonly died: Promise<never>;
}

export class Killed extends Error {
  override readonly name = 'Killed';
}

/** Each its own: one promise for all would keep every dead process, and all that it knew, for ever. */
const never = (): Promise<never> => new Promise(() => undefined);

/** When a process may die: asked before each thing that it does outside, and after it. */
type Fate = (when: 'before' | 'after') => boolean;

export const createProcess = (dies: Fate): Process => {
  let alive = true;
  let reject: (error: Error) => void = () => undefined;
  const died = new Promise<never>((_, rejects) => {
    reject = rejects;
  });
  died.catch(() => undefined);
  const kill = (reason: string) => {
    alive = false;
    reject(new Killed(reason));
  };
  const survive = (when: 'before' | 'after') => {
    if (alive && dies(when)) kill(`killed ${when} a step`);
    return alive;
  };
  return {
    kill,
    died,
    isAlive: () => alive,
    outside: async (work) => {
      if (!survive('before')) return never();
      const result = await work().then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      if (!survive('after')) return never();
      if ('error' in result) throw result.error;
      return result.value;
    },
  };
};
