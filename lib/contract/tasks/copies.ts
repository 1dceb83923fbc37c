import { surveyPace } from '../../core/calls/shared.ts';
import type { TaskContract } from '../task-contract.ts';

/** Calls a minute of a worker that waits for each answer before its next call, at 200 ms for an answer. */
const callsOfWorker = 300;

/**
 * Surveys of one run at a time: as many as the calls a minute keep busy. More would wait for their calls, and a waiting
 * function costs as much as a working one (scale §3).
 * @param calls a minute, of all tokens together
 */
export const surveysOfRun = (calls: number): number => Math.max(1, Math.ceil(surveyPace(calls) / callsOfWorker));

/** Passes that may read and ask at one time: the hourly and the daily one. */
const passesAtOnce = 2;

/** Copies of a function that Lambda reserves. One survey and one `ask` are for the run of an event, which waits for no pass. */
export const copiesOf = ({ name, copies }: Pick<TaskContract, 'name' | 'copies'>, calls: number): number => {
  if (name === 'survey') return passesAtOnce * surveysOfRun(calls) + 1;
  return name === 'ask' ? passesAtOnce + 1 : copies;
};
