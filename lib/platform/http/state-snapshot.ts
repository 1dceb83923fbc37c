import { addCharges, costUsd, gbHours, noCharges, projectCharges, serviceCharges } from '../autoscaler/charges.ts';
import { usedMbAt } from '../autoscaler/usage.ts';
import { eventAnswer, isoTime } from '../operations/answers/records.ts';
import { additionalMb } from '../state/catalogue.ts';
import type { Charges, PlatformState, Project, Service } from '../state/state.ts';
import { shownConfig } from '../state/user-config.ts';

/**
 * The whole state for tests and debugging, without tokens and secret options. Same scenario, seed and steps: same
 * bytes.
 */

const chargesState = (charges: Charges) => ({ gbHours: gbHours(charges), costUsd: costUsd(charges) });

const serviceState = (state: PlatformState, service: Service, nowMs: number) => ({
  name: service.name,
  type: service.type,
  plan: service.plan,
  cloud: service.cloud,
  state: service.state,
  tags: service.tags,
  diskMb: service.diskMb,
  additionalMb: additionalMb(state, service),
  usedMb: usedMbAt(service, nowMs),
  growthMbPerDay: service.growthMbPerDay,
  terminationProtection: service.terminationProtection,
  userConfig: shownConfig(state, service),
  charges: chargesState(serviceCharges(service)),
  createTime: isoTime(service.createdMs),
  updateTime: isoTime(service.updatedMs),
});

const projectState = (state: PlatformState, project: Project, nowMs: number) => ({
  name: project.name,
  tags: project.tags,
  services: [...project.services.values()].map((service) => serviceState(state, service, nowMs)),
  endpoints: [...project.endpoints.values()].map(({ id, name, type, userConfig }) => ({ id, name, type, userConfig })),
  integrations: [...project.integrations.values()].map(
    ({ id, type, service, otherService, endpointId, createdMs }) => ({
      id,
      type,
      service,
      endpointId,
      ...(otherService === undefined ? {} : { otherService }),
      createTime: isoTime(createdMs),
    }),
  ),
  events: project.events.map(eventAnswer),
  charges: chargesState(projectCharges(project)),
});

/** Requires every project to be evaluated up to `nowMs`. */
export const stateSnapshot = (state: PlatformState, nowMs: number) => {
  const projects = [...state.projects.values()];
  return {
    organization: state.organization,
    now: isoTime(nowMs),
    projects: projects.map((project) => projectState(state, project, nowMs)),
    charges: chargesState(projects.map(projectCharges).reduce(addCharges, noCharges)),
  };
};

export type StateSnapshot = ReturnType<typeof stateSnapshot>;
