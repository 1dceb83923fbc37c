/** Flags of `npm run soak`; docs/simulation.md describes them. */
export const soakOptions = {
  mode: { type: 'string', default: 'local' },
  minutes: { type: 'string', default: '1' },
  seed: { type: 'string', default: '1' },
  days: { type: 'string' },
  projects: { type: 'string', default: '4' },
  services: { type: 'string', default: '30' },
  calls: { type: 'string', default: '100' },
  rate: { type: 'string', default: '0.01' },
  json: { type: 'boolean', default: false },
  steady: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  table: { type: 'boolean', default: false },
  row: { type: 'string', default: '' },
} as const;

/** A flag as a number. @throws RangeError for anything else, and for a negative one */
export const numberOf = <N extends string>(values: Readonly<Record<N, unknown>>, name: N): number => {
  const value = Number(values[name]);
  if (!Number.isFinite(value) || value < 0)
    throw new RangeError(`--${name} is ${values[name]}: give a number from 0 on`);
  return value;
};
