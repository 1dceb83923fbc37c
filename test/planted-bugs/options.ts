/** Flags of `npm run planted-bugs`; docs/simulation.md describes them. */
export const plantedBugsOptions = {
  only: { type: 'string', multiple: true },
  by: { type: 'string' },
  seeds: { type: 'string', default: '200' },
  workers: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
} as const;
