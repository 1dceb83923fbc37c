import { conflict } from '../protocol/refusal.ts';
import type { Project, World } from './state.ts';

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
export const mustBeFree = (world: World, name: string): void => {
  if (world.projects.has(name)) throw conflict(`Project name '${name}' is already in use`);
};

/**
 * Gives a project another name, and its members their roles there.
 * @throws Refusal 409 when the name is taken or the project has services
 */
export const renameProject = (world: World, project: Project, name: string): void => {
  if (name === project.name) return;
  mustBeFree(world, name);
  if (project.services.size > 0) throw conflict(`Project '${project.name}' has services and keeps its name`);
  for (const { roles } of world.users.values()) {
    const role = roles.get(project.name);
    if (role === undefined) continue;
    roles.delete(project.name);
    roles.set(name, role);
  }
  world.projects.delete(project.name);
  project.name = name;
  world.projects.set(name, project);
};
