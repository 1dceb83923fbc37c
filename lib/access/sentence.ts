import { groupBy } from '../core/model/grouping.ts';
import { deeds } from './asked.ts';
import { allAreas } from './questions.ts';
import type { AccessAnswer, AccessReport, AllowedAccess } from './who-can.ts';

/** Objects that the few missing ones describe better. */
const fewMissing = 3;

const onText = (on: readonly string[]): string => {
  const missing = allAreas.filter((area) => !on.includes(area));
  if (missing.length > Math.min(fewMissing, on.length)) return on.join(', ');
  return missing.length === 0 ? 'every object' : `every object but ${missing.join(', ')}`;
};

/** The permissions of an answer: actions, and what they are for. */
export const permissionText = (by: readonly AllowedAccess[]): string =>
  by.map(({ actions, on }) => `${actions.join(', ')} on ${onText(on)}`).join('; ');

/** Kinds whose names say enough: before all others stands the kind. */
const unheaded: ReadonlySet<AccessAnswer['kind']> = new Set(['named', 'others', 'anyone']);

/** The whole answer in one sentence: who can, who else, and of whom it is unknown. */
export const whoCanSentence = ({ question, principals }: AccessReport): string => {
  const groups = groupBy(principals, ({ kind, can }) => {
    const heading = unheaded.has(kind) ? '' : `${kind} `;
    return `${heading}… ${can === 'yes' ? '' : `(${can})`}`;
  });
  const said = [...groups].map(([words, of]) =>
    words.replace('…', of.map(({ principal }) => principal).join(', ')).trim(),
  );
  const others = principals.some(({ kind }) => kind === 'others') ? [] : ['no other principal of the account'];
  return `who can ${deeds[question]}: ${[...said, ...others].join('; ')}`;
};
