/** Part of the calls a minute that one look for new services uses, so that it hardly delays the surveys beside it. */
const partOfMinute = 0.2;

/** Projects that one look for new services checks: one call lists the projects, and each project takes one more. */
export const projectsPerLook = (callsPerMinute: number): number =>
  Math.max(1, Math.floor(callsPerMinute * partOfMinute) - 1);
