import type { Tags } from '../../core/model/model.ts';
import { projectTagBodies, serviceTagBodies } from '../../wire/requests.ts';
import { serviceOf } from '../autoscaler/transitions.ts';
import { logEvent } from '../state/state.ts';
import { type Operation, type ProjectCall, projectOperation, projectOperationWithBody } from './operation.ts';

/** Tags of services and projects: the same three operations for both (pf 2.5). */

/** The tagged object, and the service name if it is a service. */
type HolderOf = (call: ProjectCall<unknown>) => { readonly holder: { tags: Tags }; readonly service: string | null };

const updated = (tags: Tags, changes: Readonly<Record<string, string | null>>): Tags =>
  Object.fromEntries(
    Object.entries({ ...tags, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null),
  );

const put = (call: ProjectCall<unknown>, holderOf: HolderOf, change: (tags: Tags) => Tags) => {
  const { holder, service } = holderOf(call);
  holder.tags = change(holder.tags);
  logEvent(call.project, {
    atMs: call.nowMs,
    actor: call.caller.name,
    type: service === null ? 'project_tags_update' : 'service_tags_update',
    description: service === null ? 'Updated tags of the project' : `Updated tags of service '${service}'`,
    service,
  });
  return { message: 'updated' };
};

type TagBodies = typeof serviceTagBodies | typeof projectTagBodies;

const operationsOn = (prefix: string, path: string, bodies: TagBodies, holderOf: HolderOf): Operation[] => [
  projectOperation({ id: `${prefix}TagsList`, method: 'GET', path }, (call) => ({ tags: holderOf(call).holder.tags })),
  projectOperationWithBody({ id: `${prefix}TagsReplace`, method: 'PUT', path }, bodies.replace, (call) =>
    put(call, holderOf, () => call.body.tags),
  ),
  projectOperationWithBody({ id: `${prefix}TagsUpdate`, method: 'PATCH', path }, bodies.update, (call) =>
    put(call, holderOf, (tags) => updated(tags, call.body.tags)),
  ),
];

export const tagOperations: readonly Operation[] = [
  ...operationsOn(
    'ProjectService',
    '/project/:project/service/:service/tags',
    serviceTagBodies,
    ({ project, params }) => {
      const service = serviceOf(project, params.service);
      return { holder: service, service: service.name };
    },
  ),
  ...operationsOn('Project', '/project/:project/tags', projectTagBodies, ({ project }) => ({
    holder: project,
    service: null,
  })),
];
