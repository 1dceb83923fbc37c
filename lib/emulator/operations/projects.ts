import type * as z from 'zod';
import { olderProjectCreate, olderProjectUpdate, projectCreate, projectUpdate } from '../../wire/project-requests.ts';
import { badRequest, billingGroupNotFound } from '../protocol/refusal.ts';
import { recordCreation } from '../state/eventual-consistency.ts';
import { mustBeFree, newProject, removeProject, renameProject } from '../state/projects.ts';
import { logEvent, type PlatformState, type Project } from '../state/state.ts';
import { projectCa } from './answers/project-ca.ts';
import { olderProjectAnswer, singleProjectAnswer } from './answers/project-records.ts';
import {
  mustBeOrganization,
  mustHaveRoleEverywhere,
  type Operation,
  type OrganizationCall,
  organizationOperationWithBody,
  type ProjectCall,
  projectOperation,
  projectOperationWithBody,
  type Shape,
} from './operation.ts';

/** Projects of the organization: create, read, update and delete, in the present and in the older form (pf 2.3; A-29). */

const collection = '/organization/:organization/projects';
const single = '/organization/:organization/project/:project';

type Changes = z.output<typeof projectUpdate>;

const mustBelongHere = ({ organization }: PlatformState, { billing_group_id, parent_id }: Changes): void => {
  if (billing_group_id != null && billing_group_id !== organization.billingGroupId) {
    throw billingGroupNotFound(billing_group_id);
  }
  if (parent_id != null && parent_id !== organization.id) {
    throw badRequest(`Invalid 'parent_id': Invalid input: must be ${organization.id}`);
  }
};

const createProject: Shape = { id: 'OrganizationProjectsCreate', method: 'POST', path: collection };
const createOlder: Shape = { id: 'ProjectCreate', method: 'POST', path: '/project' };
const deleteProject: Shape = { id: 'OrganizationProjectsDelete', method: 'DELETE', path: single, noContent: true };
const deleteOlder: Shape = { id: 'ProjectDelete', method: 'DELETE', path: '/project/:project' };

const logProject = (project: Project, actor: string, type: string, description: string, atMs: number): void =>
  logEvent(project, { atMs, actor, type, description, service: null });

type Wanted = Pick<Project, 'name' | 'tags' | 'techEmails' | 'basePort'>;

const created = ({ state, caller, nowMs }: OrganizationCall, wanted: Wanted): Project => {
  mustBeFree(state, wanted.name);
  const project = newProject({ ...wanted, number: state.projects.size + state.deletedProjects + 1 }, nowMs);
  state.projects.set(project.name, project);
  recordCreation(state, project.name, nowMs);
  logProject(project, caller.name, 'project_create', `Created project '${project.name}'`, nowMs);
  return project;
};

type ChangeCall = ProjectCall<Pick<Changes, 'project_name' | 'tags' | 'tech_emails'>>;

const updated = ({ state, project, caller, nowMs, body }: ChangeCall): Project => {
  renameProject(state, project, body.project_name ?? project.name);
  project.tags = body.tags ?? project.tags;
  project.techEmails = body.tech_emails ?? project.techEmails;
  logProject(project, caller.name, 'project_update', `Updated project '${project.name}'`, nowMs);
  return project;
};

/** An empty project goes; its services must go first. */
const removal = (shape: Shape, check: (call: OrganizationCall) => void): Operation =>
  projectOperation(shape, (call) => {
    check(call);
    mustHaveRoleEverywhere(call, shape);
    removeProject(call.state, call.project);
    return { message: 'deleted' };
  });

export const projectOperations: readonly Operation[] = [
  organizationOperationWithBody(createProject, projectCreate, (call) => {
    const { state, body } = call;
    mustBeOrganization(call);
    mustHaveRoleEverywhere(call, createProject);
    mustBelongHere(state, body);
    const { project_id: name, tags, tech_emails, base_port } = body;
    const techEmails = tech_emails ?? [];
    return singleProjectAnswer(state, created(call, { name, tags, techEmails, basePort: base_port ?? null }));
  }),

  organizationOperationWithBody(createOlder, olderProjectCreate, (call) => {
    mustHaveRoleEverywhere(call, createOlder);
    const { project: name, tags, tech_emails } = call.body;
    const project = created(call, { name, tags: tags ?? {}, techEmails: tech_emails ?? [], basePort: null });
    return { project: olderProjectAnswer(call.state, project, call.nowMs), message: 'created' };
  }),

  projectOperation({ id: 'OrganizationProjectsGet', method: 'GET', path: single }, (call) => {
    mustBeOrganization(call);
    return singleProjectAnswer(call.state, call.project);
  }),

  projectOperationWithBody(
    { id: 'OrganizationProjectsUpdate', method: 'PATCH', path: single },
    projectUpdate,
    (call) => {
      mustBeOrganization(call);
      mustBelongHere(call.state, call.body);
      return singleProjectAnswer(call.state, updated(call));
    },
  ),

  projectOperationWithBody(
    { id: 'ProjectUpdate', method: 'PUT', path: '/project/:project' },
    olderProjectUpdate,
    (call) => ({ project: olderProjectAnswer(call.state, updated(call), call.nowMs), message: 'updated' }),
  ),

  removal(deleteProject, mustBeOrganization),
  removal(deleteOlder, () => undefined),

  projectOperation({ id: 'ProjectKmsGetCA', method: 'GET', path: '/project/:project/kms/ca' }, () => ({
    certificate: projectCa,
  })),
];
