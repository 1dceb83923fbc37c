import { onLambda } from '../lib/aws/handler.ts';
import { NoProjects } from '../lib/contract/errors.ts';
import type { RunRequest } from '../lib/contract/run-request.ts';
import { orderOfRun } from '../lib/contract/tasks/call-order.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import { version } from '../lib/contract/version.ts';
import { inSurveys } from '../lib/core/inventory/batches.ts';
import { checkProjectList } from '../lib/core/inventory/project-list.ts';
import { byText } from '../lib/core/model/grouping.ts';
import { mayLook } from '../lib/core/model/mode.ts';
import { profileOf } from '../lib/core/model/model.ts';
import type { Policy } from '../lib/core/model/policy-document.ts';
import { endFindings } from '../lib/core/token/expiry.ts';
import type { DiscoverPorts, Platform, PlatformPorts, StorePorts } from '../lib/ports.ts';
import { approvedDigestOf } from '../lib/run/approval/proposed-plans.ts';
import { assertRequestApproved } from '../lib/run/approval/requests.ts';
import { type EventRequest, readEvents } from '../lib/run/intake/event-request.ts';
import { noteReadingPass } from '../lib/run/intake/reading-pass.ts';
import { wantedSince } from '../lib/run/intake/wanted.ts';
import { type IndexedReadings, readIndex } from '../lib/run/inventory/index-of-readings.ts';
import { assertOwnStore } from '../lib/run/inventory/lease-holder.ts';
import { type MarkedProject, withTags } from '../lib/run/inventory/read-project.ts';
import { restraintsOn } from '../lib/run/plan/restraints.ts';
import { promiseOf, readsUntilOf, requestedProjects, scopeOf, turnsOf, unlistedIn } from '../lib/run/plan/scope.ts';
import { policyOfRun } from '../lib/run/policy/policy-in-force.ts';
import { keys } from '../lib/run/store/keys.ts';
import { writeObject } from '../lib/run/store/objects.ts';
import type { RunObject } from '../lib/run/store/run-objects.ts';
import { noteRunBegun } from '../lib/run/store/run-summaries.ts';
import { readTokenSeen } from '../lib/run/token/check-expiry.ts';

/** The request of a schedule or a person as it is, or the combined request of a batch of events. */
const readRequest = async (ports: StorePorts, { runId, request }: TaskInput<'discover'>): Promise<EventRequest> =>
  Array.isArray(request) ? readEvents(ports, runId, request) : { request, unreadable: 0, findings: [] };

const byName = (a: MarkedProject, b: MarkedProject) => byText(a.name, b.name);

const select = (listed: readonly MarkedProject[], scope: readonly string[] | undefined) => {
  const names = new Set(scope ?? listed.map((project) => project.name));
  const projects = listed.filter((project) => names.has(project.name)).toSorted(byName);
  const outside = [...names].filter((name) => !projects.some((project) => project.name === name));
  return { projects, outside: outside.sort() };
};

/** An empty list most likely means that the token lost its rights, so it is an error. */
const listProjects = async (platform: Platform, indexed: Iterable<string>) => {
  const listed = checkProjectList(await platform.listProjects(), indexed);
  if (listed.projects.length > 0) return listed;
  throw new NoProjects();
};

/** Chooses the projects that a run reads; for all others their last readings count. */
const choose = async (
  ports: PlatformPorts,
  asked: RunRequest,
  policy: Policy,
  listed: readonly MarkedProject[],
  { indexed: index, begunMs, promisedMinutes, newServiceMinutes }: IndexedReadings & { readonly begunMs: number },
) => {
  const { platform } = ports;
  const names = listed.map(({ name }) => name);
  const wanted = asked.trigger.kind === 'manual' ? [] : await wantedSince(ports.store, names, index);
  const request = asked.projects === undefined ? asked : { ...asked, projects: [...asked.projects, ...wanted] };
  const { scope, sharing } = scopeOf(request, policy, names, await requestedProjects(ports, request, names), index);
  const { projects: selected, outside } = select(listed, scope);
  const turns = turnsOf(
    request,
    selected.map(({ name }) => name),
    index,
    wanted,
    begunMs,
  );
  const projects = await withTags(platform, selected);
  const promised = promiseOf(request, names.length, { promisedMinutes, newServiceMinutes });
  const readsUntil = readsUntilOf(request, begunMs);
  return {
    turns,
    projects,
    outside,
    ...(turns.length < selected.length && { due: turns }),
    ...(readsUntil !== undefined && { readsUntil }),
    ...(sharing.length > 0 && { sharing }),
    ...promised,
  };
};

/** Indexes of the projects that the run reads, in batches, in the order in which it reads them. */
const batchesOf = (projects: RunObject['projects'], turns: readonly string[]) => {
  const indexOf = new Map(projects.map(({ name }, index) => [name, index]));
  const indexes = turns.flatMap((name) => indexOf.get(name) ?? []);
  return [...inSurveys(indexes, tasks.survey.copies)];
};

/** Stores the input of later tasks, and for runs that may write also their start. */
const storeRun = async (ports: StorePorts, run: RunObject, turns: readonly string[]): Promise<void> => {
  await writeObject(ports.store, keys.run(run.runId), run);
  if (run.readOnly) return;
  await noteRunBegun(ports.store, run);
  const { startedAt: since, readsUntil: until } = run;
  if (until !== undefined && turns.length > 0) await noteReadingPass(ports, { since, until, last: [...turns] });
};

/** What a run needs before its projects are read. @throws see `discover` */
const begin = async (
  ports: DiscoverPorts,
  input: TaskInput<'discover'>,
  request: RunRequest,
  findings: RunObject['notes'],
): Promise<TaskOutput<'discover'>> => {
  const { runId } = input;
  const approvedDigest = request.approvedDigest && (await approvedDigestOf(ports.store, runId, request.approvedDigest));
  const profile = profileOf(ports.platform.maximumKind);
  const { document, policy, notes: policyNotes } = await policyOfRun(ports, request, profile);
  await assertRequestApproved(ports, request, policy.guardrails);
  const readings = await readIndex(ports.store, ports.platform.organization);
  const { notes, ...restraints } = await restraintsOn(ports, request, policy);
  const { startedAt, mode } = restraints;
  const begunMs = Date.parse(startedAt);
  const { projects: listed, findings: listFindings } = mayLook(mode)
    ? await listProjects(ports.platform, readings.indexed.keys())
    : { projects: [], findings: [] };
  const seen = await readTokenSeen(ports.store);
  const { turns, ...chosen } = await choose(ports, request, policy, listed, { ...readings, begunMs });
  const names = listed.map(({ name }) => name).sort();
  const run: RunObject = {
    runId,
    ...restraints,
    trigger: request.trigger,
    codeVersion: version,
    notes: [...policyNotes, ...notes, ...findings, ...listFindings, ...endFindings(seen?.end ?? null, begunMs)],
    policy: document,
    profile,
    ...chosen,
    outside: mayLook(mode) ? chosen.outside : [],
    asked: request.projects ?? null,
    approvedDigest: approvedDigest ?? null,
    exact: request.exact,
    measures: request.measures,
    readOnly: request.readOnly,
    undo: request.undo,
    undoPart: request.undoPart,
    adopt: request.adopt,
    reclaim: request.reclaim,
    grow: request.grow,
    only: request.only,
    duringFreeze: request.duringFreeze,
    listed: names,
    ...unlistedIn(readings, names, begunMs),
    ownerTag: policy.ownerTag,
  };
  await storeRun(ports, run, turns);
  return {
    runId,
    projects: batchesOf(chosen.projects, turns),
    order: orderOfRun(input.request),
    ...(policyNotes.length > 0 && { policyInvalid: true as const }),
  };
};

/**
 * Begins a run: pins the policy for the run, lists the projects. It takes no lease, because reading disturbs no other run.
 * It never touches a project outside the configured organization. Heartbeats and unreadable events are recorded; a batch of
 * only those starts no run.
 * @throws StoreOwned, ApprovalUnknown, ApprovalAmbiguous, ApprovalExpired, PolicyInvalid, NoProjects, StoreUnavailable, platform
 *   errors
 */
export const discover =
  (ports: DiscoverPorts) =>
  async (input: TaskInput<'discover'>): Promise<TaskOutput<'discover'>> => {
    const { runId } = input;
    const { request, unreadable, findings } = await readRequest(ports, input);
    const unreadableEvents = unreadable || undefined;
    if (request === undefined) return { runId, projects: [], onlyHeartbeat: true, unreadableEvents };
    await assertOwnStore(ports.store, { organization: ports.platform.organization, stack: ports.stack });
    try {
      return { ...(await begin(ports, input, request, findings)), unreadableEvents };
    } catch (error) {
      // Nothing else says who requested a run that fails here; the error itself matters more.
      await writeObject(ports.store, keys.requested(runId), { trigger: request.trigger }).catch(() => undefined);
      throw error;
    }
  };

export const handler = onLambda(tasks.discover, discover);
