import { settle } from '../autoscaler/evaluation.ts';
import type { World } from '../state/state.ts';
import { membershipsOf, olderProjectAnswer, projectAnswer, projectsOf } from './answers/project-records.ts';
import { isoTime } from './answers/records.ts';
import { mustBeOrganization, type Operation, organizationOperation, projectOperation } from './operation.ts';

/** The organization and its projects (platform-facts §2.3). */

const organizationAnswer = ({ organization, startMs }: World) => ({
  organization_id: organization.id,
  organization_name: organization.name,
  account_id: organization.accountId,
  tier: 'business',
  create_time: isoTime(startMs),
  update_time: isoTime(startMs),
});

export const organizationOperations: readonly Operation[] = [
  organizationOperation({ id: 'UserOrganizationsList', method: 'GET', path: '/organizations' }, ({ world }) => ({
    organizations: [organizationAnswer(world)],
  })),

  organizationOperation({ id: 'OrganizationGet', method: 'GET', path: '/organization/:organization' }, (call) => {
    mustBeOrganization(call);
    return organizationAnswer(call.world);
  }),

  organizationOperation(
    { id: 'OrganizationProjectsList', method: 'GET', path: '/organization/:organization/projects' },
    (call) => {
      mustBeOrganization(call);
      const projects = projectsOf(call.world, call.caller).map((project) => projectAnswer(call.world, project));
      return { projects, total_project_count: projects.length };
    },
  ),

  organizationOperation({ id: 'ProjectList', method: 'GET', path: '/project' }, (call) => {
    const projects = projectsOf(call.world, call.caller);
    for (const project of projects) settle(call.world, project, call.nowMs);
    return {
      projects: projects.map((project) => olderProjectAnswer(call.world, project, call.nowMs)),
      ...membershipsOf(call.caller, projects),
    };
  }),

  projectOperation({ id: 'ProjectGet', method: 'GET', path: '/project/:project' }, ({ world, project, nowMs }) => ({
    project: olderProjectAnswer(world, project, nowMs),
  })),
];
