import { parsePolicy } from '../lib/contract/documents.ts';
import { PolicyInvalid } from '../lib/contract/errors.ts';
import type { discoverTask, RunRequest, TaskInput, TaskOutput } from '../lib/contract/tasks.ts';
import type { ProjectFacts } from '../lib/core/model.ts';
import type { Ports } from '../lib/ports.ts';
import { takeLease } from '../lib/run/lease.ts';
import { keys, type RunObject, writeObject } from '../lib/run/objects.ts';

/** A batch of events is a request for the projects that they name; one without a project asks for all. */
const toRequest = (request: TaskInput<typeof discoverTask>['request']): RunRequest => {
  if (!Array.isArray(request)) return request;
  const named = request.map((event) => event.detail.project);
  const by = [...new Set(request.map((event) => event['detail-type']))].sort().join(', ');
  const projects = named.includes(undefined) ? undefined : [...new Set(named)].filter((name) => name !== undefined);
  return { trigger: { kind: 'event', by }, projects, readOnly: false };
};

const select = (listed: readonly ProjectFacts[], asked: readonly string[] | undefined) => {
  const names = new Set(asked ?? listed.map((project) => project.name));
  const projects = listed.filter((project) => names.has(project.name));
  const outside = [...names].filter((name) => !projects.some((project) => project.name === name));
  return { projects: projects.toSorted((a, b) => (a.name < b.name ? -1 : 1)), outside: outside.sort() };
};

/**
 * Begins a run: takes the lease, freezes the policy for the run, lists the projects. A project that is not of the
 * configured organization is never touched, whoever asks for it.
 * @throws LeaseHeld, PolicyInvalid, platform errors
 */
export const discover =
  (ports: Pick<Ports, 'platform' | 'store' | 'clock'>) =>
  async (input: TaskInput<typeof discoverTask>): Promise<TaskOutput<typeof discoverTask>> => {
    const { runId } = input;
    const request = toRequest(input.request);
    if (!request.readOnly) await takeLease(ports, runId, request.trigger.by);
    const document = await ports.store.get(keys.policy);
    if (document === undefined) {
      throw new PolicyInvalid(`the store holds no ${keys.policy}; put the policy document there`);
    }
    const policy = parsePolicy(document.body, keys.policy);
    const listed = policy.mode === 'stop' ? [] : await ports.platform.listProjects();
    const { projects, outside } = select(listed, request.projects);
    const run: RunObject = {
      runId,
      startedAt: new Date(ports.clock.now()).toISOString(),
      trigger: request.trigger,
      mode: policy.mode,
      policy: document.body,
      projects,
      outside: policy.mode === 'stop' ? [] : outside,
      approvedDigest: request.approvedDigest ?? null,
      readOnly: request.readOnly,
    };
    await writeObject(ports.store, keys.run(runId), run);
    return { runId, projects: projects.map((project) => project.name) };
  };
