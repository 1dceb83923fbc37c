/** Flags of `npm run soak`; docs/simulation.md describes them. */
export const soakOptions = {
  mode: { type: 'string', default: 'random' },
  minutes: { type: 'string', default: '1' },
  seed: { type: 'string', default: '1' },
  days: { type: 'string', default: '30' },
  projects: { type: 'string', default: '4' },
  services: { type: 'string', default: '30' },
  rate: { type: 'string', default: '0.01' },
  json: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
} as const;
