import { conflict } from '../protocol/refusal.ts';
import type { PlatformState, Project } from './state.ts';

/** Creation, renaming and deletion of projects. */

type NewProject = Pick<Project, 'name' | 'number' | 'tags' | 'techEmails' | 'basePort'>;

export const newProject = (properties: NewProject, nowMs: number): Project => ({
  ...properties,
  services: new Map(),
  endpoints: new Map(),
  integrations: new Map(),
  events: [],
  eventCount: 0,
  deletedServices: [],
  createdMs: nowMs,
  evaluatedMs: nowMs,
});

/** @throws Refusal 409 for a taken name, even if the caller cannot see that project */
export const mustBeFree = (state: PlatformState, name: string): void => {
  if (state.projects.has(name)) throw conflict(`Project name '${name}' is already in use`);
};

/**
 * Deletes a project, its endpoints and the roles in it.
 * @throws Refusal 409 while it has services
 */
export const removeProject = (state: PlatformState, project: Project): void => {
  if (project.services.size > 0) throw conflict(`Project '${project.name}' has services, so it cannot be deleted`);
  for (const { roles } of state.users.values()) roles.delete(project.name);
  state.projects.delete(project.name);
  state.deletedProjects += 1;
};

/**
 * Renames a project and moves its members' roles to the new name.
 * @throws Refusal 409 if the name is taken or the project has services (A-29)
 */
export const renameProject = (state: PlatformState, project: Project, name: string): void => {
  if (name === project.name) return;
  mustBeFree(state, name);
  if (project.services.size > 0) throw conflict(`Project '${project.name}' has services, so it cannot be renamed`);
  for (const { roles } of state.users.values()) {
    const role = roles.get(project.name);
    if (role === undefined) continue;
    roles.delete(project.name);
    roles.set(name, role);
  }
  state.projects.delete(project.name);
  project.name = name;
  state.projects.set(name, project);
};
