import type { HttpRequest } from '../../../lib/client/transport/exchange.ts';
import type { RawAnswer } from '../../../lib/client/transport/outcome.ts';
import { errorBody } from '../../../lib/platform/protocol/refusal.ts';
import { drawsOf } from '../engine/random.ts';

/** What the platform refuses to the token. */
export interface RefusedRequests {
  /** Part of the reads of projects; default none. */
  readonly failingReads?: number;
  /** A project in which the token has no role; default none. */
  readonly forbidden?: string;
}

const listOfProject = /\/project\/[^/]+\/(?:service|integration_endpoint)(?:\?|$)/;

const refused: RawAnswer = {
  status: 403,
  headers: {},
  text: JSON.stringify(errorBody(403, 'forbidden', ['Not allowed'])),
};

/** The refusal that a request meets; undefined if the platform answers it. */
export const refusing = (seed: number, { failingReads = 0, forbidden }: RefusedRequests) => {
  const failures = drawsOf(seed, 'failing reads');
  return ({ method, path }: Pick<HttpRequest, 'method' | 'path'>): RawAnswer | undefined => {
    if (forbidden !== undefined && path.includes(`/project/${forbidden}/`)) return refused;
    return method === 'GET' && listOfProject.test(path) && failures.chance(failingReads) ? refused : undefined;
  };
};
