import { conflict } from '../protocol/refusal.ts';
import type { PlatformState, Project } from './state.ts';

/** Projects come into being, and get other names. */

export type NewProject = Pick<Project, 'name' | 'number' | 'tags' | 'techEmails' | 'basePort'>;

export const newProject = (given: NewProject, nowMs: number): Project => ({
  ...given,
  services: new Map(),
  endpoints: new Map(),
  integrations: new Map(),
  events: [],
  eventCount: 0,
  gone: [],
  createdMs: nowMs,
  settledMs: nowMs,
});

/** @throws Refusal 409 when the name is taken, as are those of projects that the caller may not see */
export const mustBeFree = (state: PlatformState, name: string): void => {
  if (state.projects.has(name)) throw conflict(`Project name '${name}' is already in use`);
};

/**
 * Gives a project another name, and its members their roles there.
 * @throws Refusal 409 when the name is taken or the project has services
 */
export const renameProject = (state: PlatformState, project: Project, name: string): void => {
  if (name === project.name) return;
  mustBeFree(state, name);
  if (project.services.size > 0) throw conflict(`Project '${project.name}' has services and keeps its name`);
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
