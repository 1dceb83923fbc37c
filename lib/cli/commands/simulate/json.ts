import type { Trial } from '../../../core/twin/suggestion/frontier.ts';
import type { Suggestion } from '../../../core/twin/suggestion/suggestion.ts';
import type { Simulation } from '../../views/simulation/simulation.ts';

const trialOf = ({ changes, result, reaches }: Trial) => ({
  changes: changes.map(({ text, list, name, member, value }) => ({
    text,
    list,
    name,
    member: member.join('.'),
    value,
  })),
  reaches,
  measures: result.measures,
});

/** A simulation as a document for programs. */
export const jsonOf = ({ conditions, ...simulation }: Simulation, suggestion?: Suggestion): object => ({
  ...simulation,
  failOn: conditions.map(({ text, measure, part, value, fails }) => ({ condition: text, measure, part, value, fails })),
  ...(suggestion && {
    suggestion: { ...suggestion, frontier: suggestion.frontier.map(trialOf), best: trialOf(suggestion.best) },
  }),
});
