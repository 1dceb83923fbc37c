import type { HttpRequest } from '../../../lib/client/transport/exchange.ts';
import type { RawAnswer } from '../../../lib/client/transport/outcome.ts';
import type { Edge } from '../../../lib/platform/index.ts';
import type { BrokenLaw } from '../sparing/unchanged.ts';
import { projectTruth, type ServiceTruth, truthAt } from '../surroundings/truth.ts';
import type { WriteMade } from './audit.ts';
import type { Circumstances, Law, PassSeen, WriteSeen } from './law.ts';
import { isConfigure, isResize } from './write-kind.ts';

export interface Watcher {
  /** Carries a request to the platform and judges what it changed. */
  readonly observe: (request: HttpRequest, carry: () => Promise<RawAnswer>, isCopy?: boolean) => Promise<RawAnswer>;
  readonly afterPass: (pass: Omit<PassSeen, 'atMs' | 'writes' | 'services' | 'projects'>) => void;
  readonly violations: readonly BrokenLaw[];
  /** Law checks made so far. */
  readonly checks: () => number;
  /** Requests that changed the platform since the last pass. */
  readonly writes: () => readonly WriteSeen[];
  /** Everything that changed the platform so far. */
  readonly made: readonly WriteMade[];
  /** Ids of all requests that could change something, also of those that the platform refused. */
  readonly tried: ReadonlySet<string>;
}

/** Requests for metrics and tags change nothing that laws speak of, whatever their method. */
const changing = /\/project\/[^/]+\/(?:(?:integration_endpoint|integration)(?:\/|$)|service\/[^/?]+$)/;

/** The part of a path after each word that is asked for. */
const afterWord = {
  project: /\/project\/([^/?]+)/,
  service: /\/service\/([^/?]+)/,
  integration: /\/integration\/([^/?]+)/,
  integration_endpoint: /\/integration_endpoint\/([^/?]+)/,
};

/** The part of a path after a word, or undefined. */
const after = (path: string, word: keyof typeof afterWord) => afterWord[word].exec(path)?.[1];

const verbs: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', DELETE: 'delete' };

/** What a write did, in the kinds of the audit. */
const madeBy = ({
  request,
  project,
  endpoint,
  integration,
}: WriteSeen): Pick<WriteMade, 'kind' | 'project' | 'target'> => {
  if (isConfigure({ request })) {
    return {
      kind: isResize({ request }) ? 'resize-disk' : 'update-search-configuration',
      project,
      target: decodeURIComponent(after(request.path, 'service') ?? ''),
    };
  }
  const body = JSON.parse(request.body ?? '{}');
  const isEndpoint = request.path.includes('/integration_endpoint');
  const target = isEndpoint ? (endpoint?.name ?? body.endpoint_name) : (integration?.service ?? body.source_service);
  return {
    kind: `${verbs[request.method]}-${isEndpoint ? 'endpoint' : 'integration'}`,
    project,
    target: String(target),
  };
};

/** How far a watcher looks in an organization that is too large to be looked at whole around every request. */
export interface Outlook {
  /** Projects whose services the laws of a write in a project compare, itself among them; absent: all. */
  readonly around?: (project: string) => readonly string[];
  /** Whether laws after a pass get its writes; where runs overlap, a write belongs to no certain run. Absent: yes. */
  readonly keepsWrites?: boolean;
}

/** Looks at the platform around every request: whatever a request changes is judged by every law. */
export const createWatcher = (
  edge: Edge,
  laws: readonly Law[],
  circumstances: () => Circumstances,
  { around, keepsWrites = true }: Outlook = {},
): Watcher => {
  const violations: BrokenLaw[] = [];
  const made: WriteMade[] = [];
  const tried = new Set<string>();
  let writes: WriteSeen[] = [];
  let checks = 0;

  const judge = (messages: (law: Law) => readonly string[]) => {
    for (const law of laws) {
      checks += 1;
      for (const message of messages(law)) violations.push({ law: law.name, atMs: edge.clock.nowMs(), message });
    }
  };

  /** The same projects, read anew only for the one that a write concerns. */
  const replaced = (services: readonly ServiceTruth[], project: string): ServiceTruth[] => [
    ...services.filter((service) => service.project !== project),
    ...projectTruth(edge, project),
  ];

  return {
    violations,
    made,
    tried,
    checks: () => checks,
    writes: () => writes,
    observe: async (request, carry, isCopy = false) => {
      const name = after(request.path, 'project');
      const project = name === undefined ? undefined : edge.state.projects.get(decodeURIComponent(name));
      if (request.method === 'GET' || project === undefined || !changing.test(request.path)) return carry();
      const before = truthAt(edge, around?.(project.name));
      const endpoint = project.endpoints.get(after(request.path, 'integration_endpoint') ?? '');
      const integration = project.integrations.get(after(request.path, 'integration') ?? '');
      const answer = await carry();
      tried.add(String(answer.headers['x-request-id']));
      if (answer.status >= 300) return answer;
      const write: WriteSeen = {
        atMs: edge.clock.nowMs(),
        request,
        status: answer.status,
        project: project.name,
        before,
        after: replaced(before, project.name),
        endpoint,
        integration,
        endpointName: (id) => (id === endpoint?.id ? endpoint.name : project.endpoints.get(id)?.name),
      };
      if (keepsWrites) writes.push(write);
      made.push({ ...madeBy(write), requestId: String(answer.headers['x-request-id']), isCopy });
      judge((law) => law.afterWrite?.(write, circumstances()) ?? []);
      return answer;
    },
    afterPass: (pass) => {
      const now = { atMs: edge.clock.nowMs(), projects: edge.state.projects.size };
      const seen: PassSeen = { ...pass, ...now, services: truthAt(edge), writes };
      judge((law) => law.afterPass?.(seen, circumstances()) ?? []);
      writes = [];
    },
  };
};
