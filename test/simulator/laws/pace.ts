/** Counts the requests of any 60 s. */
export interface Pace {
  readonly note: (atMs: number) => void;
  /** The most that started in any 60 s so far. */
  readonly most: () => number;
}

export const paceLaw = 'never more than the configured calls start in any 60 s (design §12.8)';

const windowMs = 60_000;

export const createPace = (): Pace => {
  let recent: number[] = [];
  let most = 0;
  return {
    note: (atMs) => {
      recent = [...recent.filter((at) => at > atMs - windowMs), atMs];
      most = Math.max(most, recent.length);
    },
    most: () => most,
  };
};
