import { notAMember, notPermitted } from '../protocol/refusal.ts';
import type { PlatformState } from './state.ts';

/** New objects that the platform refuses for a while because permissions have not propagated yet. */

/** Service names are unique within a project; ids and project names are globally unique. */
export const serviceKey = (project: string, service: string): string => `${project}/${service}`;

/** Records a creation; without this behaviour it records nothing. */
export const recordCreation = (state: PlatformState, key: string, nowMs: number): void => {
  const { forbiddenAfterCreateSeconds } = state.behaviour;
  if (forbiddenAfterCreateSeconds > 0) state.forbiddenUntil.set(key, nowMs + forbiddenAfterCreateSeconds * 1000);
};

/** Whether requests for an object are still refused because it is new. */
export const isNew = ({ forbiddenUntil }: PlatformState, key: string, nowMs: number): boolean => {
  const untilMs = forbiddenUntil.get(key);
  if (untilMs !== undefined && untilMs <= nowMs) forbiddenUntil.delete(key);
  return forbiddenUntil.has(key);
};

/** @throws Refusal 403 while the object is new */
const assertVisible = (state: PlatformState, key: string, operation: string, nowMs: number): void => {
  if (isNew(state, key, nowMs)) throw notPermitted(operation);
};

/** @throws Refusal 403 while an object in the path of the request is new */
export const assertVisibleWithin = (
  state: PlatformState,
  params: Readonly<Record<string, string>>,
  operation: string,
  nowMs: number,
): void => {
  const { project = '', service, endpoint, integration } = params;
  if (isNew(state, project, nowMs)) throw notAMember();
  if (service !== undefined) assertVisible(state, serviceKey(project, service), operation, nowMs);
  for (const id of [endpoint, integration]) if (id !== undefined) assertVisible(state, id, operation, nowMs);
};
