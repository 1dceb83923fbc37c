import type { HttpRequest } from '../../../lib/client/transport/exchange.ts';
import type { RawAnswer } from '../../../lib/client/transport/outcome.ts';
import type { Edge } from '../../../lib/emulator/http/edge.ts';

/**
 * Projects of which nothing is left. Headroom doubts the first such answer, because the platform may show too little, and must
 * believe the second one. What it was shown is taken from the platform, not from its own records.
 */
export interface EmptiedWatch {
  /** Whether a run that begins now may doubt a project. */
  readonly isDoubtDue: () => boolean;
  readonly note: (request: Pick<HttpRequest, 'method' | 'path'>, answer: Pick<RawAnswer, 'status'>) => void;
  /** @param isSure no fault struck in the run that ended, so that it must have recorded its doubt */
  readonly settle: (isSure: boolean) => void;
}

export const createEmptied = ({ state }: Pick<Edge, 'state'>): EmptiedWatch => {
  /** Whether the project had services when Headroom was shown it last. */
  const hadServices = new Map<string, boolean>();
  const shownEmpty = new Set<string>();
  return {
    isDoubtDue: () =>
      [...state.projects.values()].some(({ name, services, endpoints }) => {
        if (services.size > 0) return false;
        const isOursLeft = () => [...endpoints.values()].some((endpoint) => endpoint.name.startsWith('headroom-'));
        return hadServices.get(name) ?? isOursLeft();
      }),
    note: ({ method, path }, { status }) => {
      if (method !== 'GET' || status !== 200) return;
      const name = decodeURIComponent(/^\/v1\/project\/([^/]+)\/service$/.exec(path)?.[1] ?? '');
      const project = state.projects.get(name);
      if (project === undefined) return;
      if (project.services.size > 0) hadServices.set(name, true);
      else shownEmpty.add(name);
    },
    settle: (isSure) => {
      if (isSure) for (const name of shownEmpty) hadServices.set(name, false);
      shownEmpty.clear();
    },
  };
};
