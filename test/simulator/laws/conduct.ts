import type { CallSeen } from '../surroundings/deployment.ts';
import type { Law } from './law.ts';

/** Everything that a call leaves behind, the causes of its error with it. */
const textOf = ({ input, output, error }: CallSeen): string => {
  const causes: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(`${cause.message} ${cause.stack}`);
  return JSON.stringify([input, output, causes, error]);
};

export const tokenNowhere: Law = {
  name: 'the token is in no object, no event, and no input, output or error of a task',
  source: 'design §12.6',
  afterPass: ({ stored, events, calls, tokens }) => {
    const isLeak = (text: string) => tokens.some((token) => text.includes(token));
    return [
      ...[...stored].flatMap(([key, body]) => (isLeak(`${key}${body}`) ? [`${key} contains a token`] : [])),
      ...events.flatMap((event) => (isLeak(JSON.stringify(event)) ? [`event ${event.type} contains a token`] : [])),
      ...calls.flatMap((call) => (isLeak(textOf(call)) ? [`a call of ${call.task} contains a token`] : [])),
    ];
  },
};
