import { evaluateUntil } from '../autoscaler/evaluation.ts';
import type { PlatformState } from '../state/state.ts';
import { membershipsOf, olderProjectAnswer, projectAnswer, projectsOf } from './answers/project-records.ts';
import { isoTime } from './answers/records.ts';
import { type Operation, operation } from './operation.ts';

/** The organization and its projects (pf 2.3). */

const organizationAnswer = ({ organization, startMs }: PlatformState) => ({
  organization_id: organization.id,
  organization_name: organization.name,
  account_id: organization.accountId,
  tier: 'business',
  create_time: isoTime(startMs),
  update_time: isoTime(startMs),
});

const single = '/organization/:organization';

export const organizationOperations: readonly Operation[] = [
  operation('UserOrganizationsList', 'GET /organizations', ({ state }) => ({
    organizations: [organizationAnswer(state)],
  })),

  operation('OrganizationGet', `GET ${single}`, ({ state }) => organizationAnswer(state)),

  operation('OrganizationProjectsList', `GET ${single}/projects`, ({ state, caller }) => {
    const projects = projectsOf(state, caller).map((project) => projectAnswer(state, project));
    return { projects, total_project_count: projects.length };
  }),

  operation('ProjectList', 'GET /project', ({ state, caller, nowMs }) => {
    const projects = projectsOf(state, caller);
    for (const project of projects) evaluateUntil(state, project, nowMs);
    return {
      projects: projects.map((project) => olderProjectAnswer(state, project, nowMs)),
      ...membershipsOf(caller, projects),
    };
  }),

  operation('ProjectGet', 'GET /project/:project', ({ state, project, nowMs }) => ({
    project: olderProjectAnswer(state, project, nowMs),
  })),
];
