export const plantedBugsCommand = 'npm run planted-bugs --';

/** Flags of `npm run planted-bugs`; docs/internals/simulation.md describes them. */
export const plantedBugsOptions = {
  only: { type: 'string', multiple: true, value: 'name', about: 'only bugs whose names contain this; again for more' },
  by: { type: 'string', value: 'judge', about: 'only bugs that simulation or tests must catch' },
  seeds: { type: 'string', default: '200', value: 'number', about: 'lives that the simulation tries for a bug' },
  workers: { type: 'string', default: '1', value: 'number', about: 'bugs at one time' },
  json: { type: 'boolean', default: false, about: 'print JSON' },
} as const;
