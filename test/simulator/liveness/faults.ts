import type { RawAnswer } from '../../../lib/client/transport/outcome.ts';
import { errorBody } from '../../../lib/platform/protocol/refusal.ts';
import type { Interference } from '../life.ts';

/** Faults that stay for ever, as answers that some requests always get. */

type Request = Parameters<Interference>[0];
type Edge = Parameters<Interference>[1];

const answer = (status: number): Promise<RawAnswer> =>
  Promise.resolve({
    status,
    headers: {},
    text: JSON.stringify(errorBody(status, 'injected_fault', ['Injected fault'])),
  });

export const isIn =
  (project: string) =>
  ({ path }: Request): boolean =>
    path.includes(`/project/${project}/`);

const isWrite = ({ method, path }: Request) => method !== 'GET' && /\/integration(_endpoint)?(\/|$)/.test(path);

export const isWriteIn =
  (project: string) =>
  (request: Request): boolean =>
    isIn(project)(request) && isWrite(request);

/** Name of the endpoint that a request creates, changes or deletes. */
const endpointOf = ({ path, body }: Request, edge: Edge): string | undefined => {
  const id = /\/integration_endpoint\/([^/?]+)/.exec(path)?.[1];
  if (id === undefined) return JSON.parse(body ?? '{}').endpoint_name;
  return [...edge.state.projects.values()].map(({ endpoints }) => endpoints.get(id)?.name).find(Boolean);
};

/** Writes of the endpoints of some services of a project. */
export const isEndpointOf =
  (project: string, services: readonly string[]) =>
  (request: Request, edge: Edge): boolean =>
    isWriteIn(project)(request) && services.some((service) => endpointOf(request, edge) === `headroom-${service}`);

type Concerned = (request: Request, edge: Edge) => boolean;

/** Answers these requests with a status, always. */
export const always =
  (concerned: Concerned, status: number): Interference =>
  (request, edge) =>
    concerned(request, edge) ? answer(status) : undefined;

/** Never answers these requests: the connection ends after half a minute. */
export const silent =
  (concerned: Concerned): Interference =>
  (request, edge, time) =>
    concerned(request, edge)
      ? time.sleep(30_000).then(() => {
          throw Object.assign(new Error('no answer'), { code: 'UND_ERR_HEADERS_TIMEOUT' });
        })
      : undefined;
