import { evaluateUntil } from '../autoscaler/evaluation.ts';
import type { PlatformState } from '../state/state.ts';
import { membershipsOf, olderProjectAnswer, projectAnswer, projectsOf } from './answers/project-records.ts';
import { isoTime } from './answers/records.ts';
import { mustBeOrganization, type Operation, organizationOperation, projectOperation } from './operation.ts';

/** The organization and its projects (pf 2.3). */

const organizationAnswer = ({ organization, startMs }: PlatformState) => ({
  organization_id: organization.id,
  organization_name: organization.name,
  account_id: organization.accountId,
  tier: 'business',
  create_time: isoTime(startMs),
  update_time: isoTime(startMs),
});

export const organizationOperations: readonly Operation[] = [
  organizationOperation({ id: 'UserOrganizationsList', method: 'GET', path: '/organizations' }, ({ state }) => ({
    organizations: [organizationAnswer(state)],
  })),

  organizationOperation({ id: 'OrganizationGet', method: 'GET', path: '/organization/:organization' }, (call) => {
    mustBeOrganization(call);
    return organizationAnswer(call.state);
  }),

  organizationOperation(
    { id: 'OrganizationProjectsList', method: 'GET', path: '/organization/:organization/projects' },
    (call) => {
      mustBeOrganization(call);
      const projects = projectsOf(call.state, call.caller).map((project) => projectAnswer(call.state, project));
      return { projects, total_project_count: projects.length };
    },
  ),

  organizationOperation({ id: 'ProjectList', method: 'GET', path: '/project' }, (call) => {
    const projects = projectsOf(call.state, call.caller);
    for (const project of projects) evaluateUntil(call.state, project, call.nowMs);
    return {
      projects: projects.map((project) => olderProjectAnswer(call.state, project, call.nowMs)),
      ...membershipsOf(call.caller, projects),
    };
  }),

  projectOperation({ id: 'ProjectGet', method: 'GET', path: '/project/:project' }, ({ state, project, nowMs }) => ({
    project: olderProjectAnswer(state, project, nowMs),
  })),
];
