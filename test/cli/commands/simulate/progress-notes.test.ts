import { describe, expect, it } from 'vitest';
import { progressNotes } from '../../../../lib/cli/commands/simulate/progress-notes.ts';

/** The notes of a simulation of 100 days that take so many seconds each. */
const notesOf = (secondsPerDay: number, hasBar: boolean): string[] => {
  const noteOf = progressNotes(100, 0, hasBar);
  return Array.from({ length: 100 }, (_, day) => noteOf(day + 1, (day + 1) * secondsPerDay * 1000)).flatMap(
    (note) => note ?? [],
  );
};

describe('the progress of a simulation', () => {
  it('has a note about every minute where no bar shows it, each with the amount done and the rest', () => {
    expect(notesOf(4, false)).toEqual([
      '10 of 100 days simulated, about 6 minutes left',
      '25 of 100 days simulated, about 5 minutes left',
      '40 of 100 days simulated, about 4 minutes left',
      '55 of 100 days simulated, about 3 minutes left',
      '70 of 100 days simulated, about 2 minutes left',
      '85 of 100 days simulated, about 60 seconds left',
    ]);
  });

  it('has a note also before a tenth is done, if that takes more than a minute', () => {
    expect(notesOf(45, false)[0]).toBe('2 of 100 days simulated, about 73 minutes left');
  });

  it('is a bar on a terminal, with one note on the rest', () => {
    expect(notesOf(4, true)).toEqual(['about 6 minutes left']);
  });

  it('has no note where the rest takes seconds', () => {
    expect(notesOf(0.02, false)).toEqual([]);
  });
});
