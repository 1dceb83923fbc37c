/** Use of a disk at a moment. */
export interface UsePoint {
  /** Milliseconds since 1970, UTC. */
  readonly timeMs: number;
  readonly gb: number;
  /** A full disk hides how much the service would have written. */
  readonly isFull: boolean;
}

/** A size that a disk had from one moment on. */
export interface DiskSize {
  /** Milliseconds since 1970; the size counts from then until the next one. */
  readonly fromMs: number;
  readonly mb: number;
}
