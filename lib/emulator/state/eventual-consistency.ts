import { notAMember, notPermitted } from '../protocol/refusal.ts';
import type { PlatformState } from './state.ts';

/** Things that are so new that the platform does not know yet who may use them. */

/** Names of services are unique in a project only; ids and names of projects are so everywhere. */
export const serviceKey = (project: string, service: string): string => `${project}/${service}`;

/** Notes that something has just been made; without that behaviour nothing is noted. */
export const recordCreation = (state: PlatformState, key: string, nowMs: number): void => {
  const { forbiddenAfterCreateSeconds } = state.behaviour;
  if (forbiddenAfterCreateSeconds > 0) state.newcomers.set(key, nowMs + forbiddenAfterCreateSeconds * 1000);
};

/** Whether something is so new that what names it is refused. */
export const isNew = ({ newcomers }: PlatformState, key: string, nowMs: number): boolean => {
  const untilMs = newcomers.get(key);
  if (untilMs !== undefined && untilMs <= nowMs) newcomers.delete(key);
  return newcomers.has(key);
};

/** @throws Refusal 403 while something is new */
const assertVisible = (state: PlatformState, key: string, operation: string, nowMs: number): void => {
  if (isNew(state, key, nowMs)) throw notPermitted(operation);
};

/** @throws Refusal 403 while anything is new that the path of a request names */
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
