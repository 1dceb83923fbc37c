import type { Simulation } from './simulation.ts';

/** A simulation as a document for programs. */
export const jsonOf = ({ conditions, ...simulation }: Simulation): object => ({
  ...simulation,
  failOn: conditions.map(({ text, measure, part, value, fails }) => ({ condition: text, measure, part, value, fails })),
});
