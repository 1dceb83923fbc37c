import * as z from 'zod';
import { badRequest, billingGroupNotFound } from '../protocol/refusal.ts';
import { projectTags, techEmails } from '../protocol/requests.ts';
import { recordCreation } from '../state/eventual-consistency.ts';
import { mustBeFree, newProject, removeProject, renameProject } from '../state/projects.ts';
import type { PlatformState, Project } from '../state/state.ts';
import { olderProjectAnswer, singleProjectAnswer } from './answers/project-records.ts';
import {
  type Answer,
  logAct,
  mustHaveRoleEverywhere,
  type Operation,
  type OrganizationCall,
  operation,
  operationWithBody,
  type ProjectCall,
} from './operation.ts';

/** Bodies of project creation and update (pf 2.3). */

const projectName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,62}$/, 'must consist of 1-63 lower-case letters, digits and dashes, a letter first');

/** ProjectCreate: the older form names the project otherwise. */
const olderProjectCreate = z.object({
  project: projectName,
  tags: projectTags.nullish(),
  tech_emails: techEmails,
});

const id = z.string().min(1).max(36);

/** OrganizationProjectsCreate */
const projectCreate = z.object({
  project_id: projectName,
  billing_group_id: id,
  tags: projectTags,
  parent_id: id.nullish(),
  tech_emails: techEmails,
  base_port: z.int().min(10_000).max(29_999).nullish(),
});

/** OrganizationProjectsUpdate: every member is optional. */
const projectUpdate = z.object({
  project_name: projectName.nullish(),
  billing_group_id: id.nullish(),
  tags: projectTags.nullish(),
  parent_id: id.nullish(),
  tech_emails: techEmails,
});

/** ProjectUpdate: the older form. */
const olderProjectUpdate = projectUpdate.pick({ project_name: true, tags: true, tech_emails: true });

/** The certificate of an authority that signs nothing: clients store and parse what they get. */
const projectCa = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBsjCCAVmgAwIBAgIUTUbNZLLxA4ScMXssmIt0q0VjpxIwCgYIKoZIzj0EAwIw',
  'LjEsMCoGA1UEAwwjUHJvamVjdCBDQSBvZiB0aGUgZW1iZWRkZWQgcGxhdGZvcm0w',
  'IBcNMjYxMTIzMjIyNTM4WhgPMjEyNjEwMzAyMjI1MzhaMC4xLDAqBgNVBAMMI1By',
  'b2plY3QgQ0Egb2YgdGhlIGVtYmVkZGVkIHBsYXRmb3JtMFkwEwYHKoZIzj0CAQYI',
  'KoZIzj0DAQcDQgAEchGUnVFjyO0ylPcZ0agOXZuICWNvDHyqeEtSxz0vBTInGsAp',
  'zHkjzINTKjBCGWuXQ+3rFzp4XVtBI0fSq2bRjaNTMFEwHQYDVR0OBBYEFLFQAlDH',
  'jB5DGVXRUbronIqgLlRHMB8GA1UdIwQYMBaAFLFQAlDHjB5DGVXRUbronIqgLlRH',
  'MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgOFN54e0K4iT+d2Qr',
  'O/FYRYgpXmVv0WBaXk7IWpnaimICIAD1V5FN5gyvj1hlHJDWOdfdMUTVBJucNG7w',
  'g1ngH52j',
  '-----END CERTIFICATE-----',
  '',
].join('\n');

/** Projects of the organization: create, read, update and delete, in the present and in the older form (pf 2.3; A-29). */

const collection = '/organization/:organization/projects';
const single = '/organization/:organization/project/:project';

type Changes = z.output<typeof projectUpdate>;

const mustBelongHere = ({ organization }: PlatformState, { billing_group_id, parent_id }: Changes): void => {
  if (billing_group_id != null && billing_group_id !== organization.billingGroupId) {
    throw billingGroupNotFound(billing_group_id);
  }
  // Clients name the organization by its id or by that of its account.
  if (parent_id != null && ![organization.id, organization.accountId].includes(parent_id)) {
    throw badRequest(`Invalid 'parent_id': Invalid input: must be ${organization.id} or ${organization.accountId}`);
  }
};

type Wanted = Pick<Project, 'name' | 'tags' | 'techEmails' | 'basePort'>;

const created = ({ state, caller, nowMs }: OrganizationCall, wanted: Wanted): Project => {
  mustBeFree(state, wanted.name);
  const project = newProject({ ...wanted, number: state.projects.size + state.deletedProjects + 1 }, nowMs);
  state.projects.set(project.name, project);
  recordCreation(state, project.name, nowMs);
  logAct({ project, caller, nowMs }, 'project_create', `Created project '${project.name}'`);
  return project;
};

type ChangeCall = ProjectCall<Pick<Changes, 'project_name' | 'tags' | 'tech_emails'>>;

const updated = (call: ChangeCall): Project => {
  const { state, project, body } = call;
  renameProject(state, project, body.project_name ?? project.name);
  project.tags = body.tags ?? project.tags;
  project.techEmails = body.tech_emails ?? project.techEmails;
  logAct(call, 'project_update', `Updated project '${project.name}'`);
  return project;
};

/** An empty project goes; its services must go first. */
const remove = (call: ProjectCall<unknown>): Answer => {
  mustHaveRoleEverywhere(call);
  removeProject(call.state, call.project);
  return { message: 'deleted' };
};

export const projectOperations: readonly Operation[] = [
  operationWithBody('OrganizationProjectsCreate', `POST ${collection}`, projectCreate, (call) => {
    const { state, body } = call;
    mustHaveRoleEverywhere(call);
    mustBelongHere(state, body);
    const { project_id: name, tags, tech_emails, base_port } = body;
    const techEmails = tech_emails ?? [];
    return singleProjectAnswer(state, created(call, { name, tags, techEmails, basePort: base_port ?? null }));
  }),

  operationWithBody('ProjectCreate', 'POST /project', olderProjectCreate, (call) => {
    mustHaveRoleEverywhere(call);
    const { project: name, tags, tech_emails } = call.body;
    const project = created(call, { name, tags: tags ?? {}, techEmails: tech_emails ?? [], basePort: null });
    return { project: olderProjectAnswer(call.state, project, call.nowMs), message: 'created' };
  }),

  operation('OrganizationProjectsGet', `GET ${single}`, ({ state, project }) => singleProjectAnswer(state, project)),

  operationWithBody('OrganizationProjectsUpdate', `PATCH ${single}`, projectUpdate, (call) => {
    mustBelongHere(call.state, call.body);
    return singleProjectAnswer(call.state, updated(call));
  }),

  operationWithBody('ProjectUpdate', 'PUT /project/:project', olderProjectUpdate, (call) => ({
    project: olderProjectAnswer(call.state, updated(call), call.nowMs),
    message: 'updated',
  })),

  operation('OrganizationProjectsDelete', `DELETE ${single}`, remove, { noContent: true }),
  operation('ProjectDelete', 'DELETE /project/:project', remove),

  operation('ProjectKmsGetCA', 'GET /project/:project/kms/ca', () => ({ certificate: projectCa })),
];
