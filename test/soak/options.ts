import { refuseFlag } from '../tool-flags.ts';

export const soakCommand = 'npm run soak --';

/** Flags of `npm run soak`; docs/internals/simulation.md describes them. */
export const soakOptions = {
  mode: {
    type: 'string',
    default: 'local',
    about: 'local, deployed, paced, or another mode of docs/internals/simulation.md',
  },
  minutes: { type: 'string', default: '1', about: 'local: how long to try one seed after the other' },
  seed: { type: 'string', default: '1', value: 'number', about: 'where all randomness comes from' },
  days: { type: 'string', value: 'number', about: 'simulated days (default: 30; of a table: 7)' },
  projects: { type: 'string', default: '4', value: 'number', about: 'deployed, paced: projects of the organization' },
  services: { type: 'string', default: '30', value: 'number', about: 'deployed, paced: services of the organization' },
  calls: { type: 'string', default: '100', value: 'number', about: 'deployed, paced: platform calls a minute' },
  speed: { type: 'string', default: '600', value: 'number', about: 'paced: simulated seconds per second' },
  rate: { type: 'string', default: '0.01', value: 'part', about: 'local: part of the calls that meet a fault' },
  more: { type: 'string', default: 'rarest', value: 'kinds', about: 'local: faults that strike more often, or none' },
  json: { type: 'boolean', default: false, about: 'print JSON' },
  steady: { type: 'boolean', default: false, about: 'local: no calm days, and no pass is left out' },
  keep: { type: 'boolean', default: false, about: 'local: keep violations, and lives that reached something new' },
  table: { type: 'boolean', default: false, about: 'deployed: run every row of docs/internals/scale.md' },
  row: { type: 'string', default: '', value: 'name', about: 'with --table: only the rows whose names contain this' },
} as const;

/** A flag as a number; ends the process for anything else, and for a negative one. */
export const numberOf = <N extends string>(values: Readonly<Record<N, unknown>>, name: N): number => {
  const value = Number(values[name]);
  if (Number.isFinite(value) && value >= 0) return value;
  return refuseFlag(soakCommand, `--${name} is ${values[name]}: give a number from 0 on`);
};
