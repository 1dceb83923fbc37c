import type * as z from 'zod';
import { projectCreate, projectUpdate } from '../../wire/project-requests.ts';
import { badRequest, billingGroupNotFound } from '../protocol/refusal.ts';
import { recordCreation } from '../state/eventual-consistency.ts';
import { mustBeFree, newProject, renameProject } from '../state/projects.ts';
import { logEvent, type PlatformState, type Project } from '../state/state.ts';
import { singleProjectAnswer } from './answers/project-records.ts';
import {
  mustBeOrganization,
  mustHaveRoleEverywhere,
  type Operation,
  organizationOperationWithBody,
  projectOperation,
  projectOperationWithBody,
  type Shape,
} from './operation.ts';

/** Projects of the organization: create, read and update (pf 2.3; A-29). */

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

const logProject = (project: Project, actor: string, type: string, description: string, atMs: number): void =>
  logEvent(project, { atMs, actor, type, description, service: null });

export const projectOperations: readonly Operation[] = [
  organizationOperationWithBody(createProject, projectCreate, (call) => {
    const { state, caller, nowMs, body } = call;
    mustBeOrganization(call);
    mustHaveRoleEverywhere(call, createProject);
    mustBelongHere(state, body);
    const name = body.project_id;
    mustBeFree(state, name);
    const project = newProject(
      {
        name,
        number: state.projects.size + 1,
        tags: body.tags,
        techEmails: body.tech_emails ?? [],
        basePort: body.base_port ?? null,
      },
      nowMs,
    );
    state.projects.set(name, project);
    recordCreation(state, name, nowMs);
    logProject(project, caller.name, 'project_create', `Created project '${name}'`, nowMs);
    return singleProjectAnswer(state, project);
  }),

  projectOperation({ id: 'OrganizationProjectsGet', method: 'GET', path: single }, (call) => {
    mustBeOrganization(call);
    return singleProjectAnswer(call.state, call.project);
  }),

  projectOperationWithBody(
    { id: 'OrganizationProjectsUpdate', method: 'PATCH', path: single },
    projectUpdate,
    (call) => {
      const { state, project, caller, nowMs, body } = call;
      mustBeOrganization(call);
      mustBelongHere(state, body);
      renameProject(state, project, body.project_name ?? project.name);
      project.tags = body.tags ?? project.tags;
      project.techEmails = body.tech_emails ?? project.techEmails;
      logProject(project, caller.name, 'project_update', `Updated project '${project.name}'`, nowMs);
      return singleProjectAnswer(state, project);
    },
  ),
];
