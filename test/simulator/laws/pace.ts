/** Counts the requests of any 60 s. */
export interface Pace {
  readonly note: (atMs: number) => void;
  /** The most that started in any 60 s so far. */
  readonly most: () => number;
}

export const paceLaw = 'never more than the configured calls start in any 60 s (design §12.8)';

const windowMs = 60_000;

/** Counts the requests of each token alone. */
export interface Paces {
  readonly note: (token: string, atMs: number) => void;
  /** The most that started in any 60 s so far, with any one token. */
  readonly most: () => number;
  /** Requests by token, over all the time. */
  readonly counts: () => ReadonlyMap<string, number>;
}

export const createPaces = (): Paces => {
  const paces = new Map<string, Pace>();
  const counts = new Map<string, number>();
  return {
    note: (token, atMs) => {
      const pace = paces.get(token) ?? createPace();
      paces.set(token, pace);
      pace.note(atMs);
      counts.set(token, (counts.get(token) ?? 0) + 1);
    },
    most: () => Math.max(0, ...[...paces.values()].map((pace) => pace.most())),
    counts: () => counts,
  };
};

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
