import type { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { groupBy } from '../../../lib/core/model/grouping.ts';
import type { AccessQuestion } from './questions.ts';
import { type Template as Parsed, parseTemplate } from './template.ts';
import { type AccessAnswer, whoCan } from './who-can.ts';

/** The text of the template of a stack. */
export const textOf = (stack: Stack): string => JSON.stringify(Template.fromStack(stack).toJSON());

export const templateOf = (stack: Stack): Parsed => parseTemplate('the stack', textOf(stack));

/** Who can, by the name of the principal. */
export const answers = (question: AccessQuestion, template: Parsed): Map<string, AccessAnswer> =>
  new Map(whoCan(question, 'the stack', template).principals.map((one) => [one.principal, one]));

/** `can` of each principal: two where it depends on the object. */
export const canOf = (question: AccessQuestion, template: Parsed): Record<string, string> => {
  const groups = groupBy(whoCan(question, 'the stack', template).principals, ({ principal }) => principal);
  return Object.fromEntries([...groups].map(([name, of]) => [name, of.map(({ can }) => can).join(' and ')]));
};

/** What an answer permits by one action. */
export const doneTo = (answer: AccessAnswer | undefined, action: string): readonly string[] =>
  answer?.by.find(({ actions }) => actions.includes(action))?.on ?? [];
