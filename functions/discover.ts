import { onLambda } from '../lib/aws/handler.ts';
import { parsePolicy } from '../lib/contract/documents.ts';
import {
  NoProjects,
  PlatformError,
  PlatformThrottled,
  PlatformUnauthorized,
  PlatformUnavailable,
  PolicyInvalid,
} from '../lib/contract/errors.ts';
import { discoverTask, type RunRequest, type TaskInput, type TaskOutput } from '../lib/contract/tasks.ts';
import { widenScope } from '../lib/core/budget-scope.ts';
import { modeFindings, modeHolding } from '../lib/core/mode.ts';
import type { ProjectFacts } from '../lib/core/model.ts';
import { sensibleProjects } from '../lib/core/record-problem.ts';
import type { ListedProject, Platform, Ports, Store } from '../lib/ports.ts';
import { auditRecordsOf } from '../lib/run/audit-reading.ts';
import { freezePeriods } from '../lib/run/freeze-periods.ts';
import { noteHellos } from '../lib/run/hello.ts';
import { takeLease } from '../lib/run/lease.ts';
import { readStoreMode } from '../lib/run/mode.ts';
import { keys, type RunObject, writeObject } from '../lib/run/objects.ts';
import type { RunFreeze } from '../lib/run/restraint.ts';

type Request = TaskInput<typeof discoverTask>['request'];
type Batched = Extract<Request, readonly unknown[]>[number];
type Hello = Extract<Batched, { 'detail-type': 'Hello' }>;

const isHello = (event: Batched): event is Hello => event['detail-type'] === 'Hello';

/** The request without hellos, which are noted; undefined when there was nothing else. */
const beyondHello = async (ports: Pick<Ports, 'store' | 'clock'>, request: Request) => {
  if (!Array.isArray(request)) return request;
  const hellos = request.filter(isHello);
  await noteHellos(
    ports,
    hellos.map(({ detail }) => detail.sentAt),
  );
  const rest = request.filter((event) => !isHello(event));
  return rest.length > 0 ? rest : undefined;
};

/** A batch of events is a request for the projects that they name; one without a project asks for all. */
const toRequest = (request: RunRequest | Exclude<Batched, Hello>[]): RunRequest => {
  if (!Array.isArray(request)) return request;
  const named = request.map((event) => event.detail.project);
  const by = [...new Set(request.map((event) => event['detail-type']))].sort().join(', ');
  const projects = named.includes(undefined) ? undefined : [...new Set(named)].filter((name) => name !== undefined);
  return { trigger: { kind: 'event', by }, projects, readOnly: false };
};

/** The projects that were asked for; of a run that is to be undone those that it wrote to and that are still there. */
const askedFor = async (
  store: Store,
  { projects, undo }: RunRequest,
  listed: readonly ListedProject[],
): Promise<readonly string[] | undefined> => {
  if (undo === undefined) return projects;
  const records = await auditRecordsOf(store, undo);
  if (records.length === 0) {
    throw new Error(`run ${undo} has no writes in the audit; see headroom audit for the runs that have`);
  }
  const touched = new Set(records.map(({ project }) => project));
  return listed.map(({ name }) => name).filter((name) => touched.has(name));
};

const byName = (a: ListedProject, b: ListedProject) => (a.name < b.name ? -1 : 1);

const select = (listed: readonly Sensible[], asked: readonly string[] | undefined) => {
  const names = new Set(asked ?? listed.map((project) => project.name));
  const projects = listed.filter((project) => names.has(project.name)).toSorted(byName);
  const outside = [...names].filter((name) => !projects.some((project) => project.name === name));
  return { projects, outside: outside.sort() };
};

/** Errors of the platform that concern every project. */
const endsAll = [PlatformUnauthorized, PlatformThrottled, PlatformUnavailable];

type Sensible = ListedProject & Pick<ProjectFacts, 'problem'>;

/** Missing tags are unknown, never none: they may hold an exemption. Without them a project is left unread. */
const tagsOf = async (platform: Platform, name: string): Promise<Pick<ProjectFacts, 'tags' | 'problem'>> => {
  try {
    return { tags: await platform.listProjectTags(name) };
  } catch (error) {
    const isItsOwn = error instanceof PlatformError && !endsAll.some((kind) => error instanceof kind);
    if (!isItsOwn) throw error;
    return { tags: {}, problem: `its tags cannot be read: ${error.name}: ${error.message}` };
  }
};

const complete = async (platform: Platform, projects: readonly Sensible[]): Promise<ProjectFacts[]> => {
  const facts: ProjectFacts[] = [];
  for (const { name, tags, problem } of projects) {
    const isKnown = tags !== null || problem !== undefined;
    facts.push(isKnown ? { name, tags: tags ?? {}, problem } : { name, ...(await tagsOf(platform, name)) });
  }
  return facts;
};

/** An organization of which nothing is seen is a token that lost its rights far more often than an empty one. */
const listProjects = async (platform: Platform): Promise<Sensible[]> => {
  const listed = sensibleProjects(await platform.listProjects());
  if (listed.length > 0) return listed;
  throw new NoProjects(
    'the platform lists no project of the organization for this token; give its owner the operator role in the projects',
  );
};

/**
 * Begins a run: takes the lease, freezes the policy for the run, lists the projects. A project that is not of the
 * configured organization is never touched, whoever asks for it. Hellos are noted; where there is nothing else no run
 * begins and no lease is taken.
 * @throws LeaseHeld, PolicyInvalid, NoProjects, platform errors
 */
export const discover =
  (ports: Pick<Ports, 'platform' | 'store' | 'clock'>) =>
  async (input: TaskInput<typeof discoverTask>): Promise<TaskOutput<typeof discoverTask>> => {
    const { runId } = input;
    // Before the lease: a hello must come back also while another run is at work.
    const beyond = await beyondHello(ports, input.request);
    if (beyond === undefined) return { runId, projects: [], onlyHello: true };
    const request = toRequest(beyond);
    if (!request.readOnly) await takeLease(ports, runId, request.trigger.by);
    const document = await ports.store.get(keys.policy);
    if (document === undefined) {
      throw new PolicyInvalid(
        `the store holds no ${keys.policy}; give a policy document with --policy, or put it there`,
      );
    }
    const policy = parsePolicy(document.body, keys.policy);
    const begunMs = ports.clock.now();
    const freeze: RunFreeze = { begunMs, ...(await freezePeriods(ports.store, policy.freeze, begunMs)) };
    const storeMode = await readStoreMode(ports.store);
    const mode = modeHolding(policy.mode, storeMode);
    const listed = mode === 'stop' ? [] : await listProjects(ports.platform);
    const given = await askedFor(ports.store, request, listed);
    const asked =
      given &&
      widenScope(
        policy.budgets,
        listed.map(({ name }) => name),
        given,
      );
    const selected = select(listed, asked);
    const projects = await complete(ports.platform, selected.projects);
    const run: RunObject = {
      runId,
      startedAt: new Date(begunMs).toISOString(),
      trigger: request.trigger,
      mode,
      notes: modeFindings(policy.mode, storeMode),
      policy: document.body,
      projects,
      outside: mode === 'stop' ? [] : selected.outside,
      asked: request.projects ?? null,
      approvedDigest: request.approvedDigest ?? null,
      readOnly: request.readOnly,
      undo: request.undo,
      listed: listed.map(({ name }) => name).sort(),
      ownerTag: policy.ownerTag,
    };
    await writeObject(ports.store, keys.run(runId), run);
    await writeObject(ports.store, keys.freeze(runId), freeze);
    await writeObject(
      ports.store,
      keys.projects(runId),
      projects.map((project) => project.name),
    );
    return { runId, projects: projects.map((_, place) => place) };
  };

export const handler = onLambda(discoverTask, discover);
