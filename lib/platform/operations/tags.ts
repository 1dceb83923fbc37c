import type { Tags } from '../../core/model/model.ts';
import { serviceOf } from '../autoscaler/transitions.ts';
import { projectTagBodies, serviceTagBodies } from '../protocol/requests.ts';
import { logAct, type Operation, operation, operationWithBody, type ProjectCall } from './operation.ts';

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
  if (service === null) logAct(call, 'project_tags_update', 'Updated tags of the project');
  else logAct(call, 'service_tags_update', `Updated tags of service '${service}'`, service);
  return { message: 'updated' };
};

type TagBodies = typeof serviceTagBodies | typeof projectTagBodies;

const operationsOn = (prefix: string, at: string, bodies: TagBodies, holderOf: HolderOf): Operation[] => {
  const path = `/project/:project${at}/tags` as const;
  return [
    operation(`${prefix}TagsList`, `GET ${path}`, (call) => ({ tags: holderOf(call).holder.tags })),
    operationWithBody(`${prefix}TagsReplace`, `PUT ${path}`, bodies.replace, (call) =>
      put(call, holderOf, () => call.body.tags),
    ),
    operationWithBody(`${prefix}TagsUpdate`, `PATCH ${path}`, bodies.update, (call) =>
      put(call, holderOf, (tags) => updated(tags, call.body.tags)),
    ),
  ];
};

export const tagOperations: readonly Operation[] = [
  ...operationsOn('ProjectService', '/service/:service', serviceTagBodies, ({ project, params }) => {
    const service = serviceOf(project, params.service);
    return { holder: service, service: service.name };
  }),
  ...operationsOn('Project', '', projectTagBodies, ({ project }) => ({ holder: project, service: null })),
];
