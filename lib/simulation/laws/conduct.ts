import type { Law } from './law.ts';

/** A mode that is set is seen before the next write; one that is on its way already may still arrive. */
const onItsWayMs = 90_000;

export const modeHeeded: Law = {
  name: 'observe and stop write nothing',
  source: 'design §12.9',
  afterWrite: ({ atMs, request }, { writingForbiddenSinceMs }) =>
    writingForbiddenSinceMs !== null && atMs - writingForbiddenSinceMs > onItsWayMs
      ? [
          `${request.method} ${request.path} ${Math.round((atMs - writingForbiddenSinceMs) / 1000)} s after writing was forbidden`,
        ]
      : [],
};

export const tokenNowhere: Law = {
  name: 'the token is in no object and in no event',
  source: 'design §12.6',
  afterPass: ({ stored, events, tokens }) => {
    const isLeak = (text: string) => tokens.some((token) => text.includes(token));
    return [
      ...[...stored].flatMap(([key, body]) => (isLeak(`${key}${body}`) ? [`${key} contains a token`] : [])),
      ...events.flatMap((event) => (isLeak(JSON.stringify(event)) ? [`event ${event.type} contains a token`] : [])),
    ];
  },
};

/** Outcomes of a pass that no fault disturbed; what people asked for decides which. */
const undisturbed = ['nothing', 'applied', 'observed', 'stopped'];

export const undisturbedPassesSucceed: Law = {
  name: 'a pass that no fault disturbs ends as applied, nothing, observed or stopped',
  source: 'design §9',
  afterPass: ({ outcome, isDisturbed }) =>
    isDisturbed || undisturbed.includes(outcome) ? [] : [`the pass ended as ${outcome}, and nothing disturbed it`],
};
