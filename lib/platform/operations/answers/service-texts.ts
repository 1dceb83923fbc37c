import { backupTimes } from '../../autoscaler/backups.ts';
import type { Integration, PlatformState, Project, Service } from '../../state/state.ts';
import { pendingUpdatesOf, serviceAnswer } from './records.ts';

/** The text of a service record, with everything that it was written from. */
interface Written {
  readonly from: readonly unknown[];
  readonly text: string;
}

const written = new WeakMap<Service, Written>();

/**
 * Everything that a record shows and that can change while the service is the same object. Objects of the state are
 * replaced, never changed, so identity is enough; the catalogue never changes.
 */
const sourcesOf = (
  state: PlatformState,
  project: Project,
  service: Service,
  integrations: readonly Integration[],
): unknown[] => {
  const {
    plan,
    cloud,
    state: serviceState,
    diskMb,
    tags,
    userConfig,
    terminationProtection,
    techEmails,
    maintenance,
    updatedMs,
  } = service;
  const pending = JSON.stringify(pendingUpdatesOf(state, project, service));
  const sources: unknown[] = [
    project.name,
    pending,
    backupTimes(service, project.evaluatedMs)[0],
    ...[plan, cloud, serviceState, diskMb, tags, userConfig, terminationProtection, techEmails, maintenance, updatedMs],
  ];
  for (const integration of integrations) {
    const { endpointId, activeFromMs } = integration;
    sources.push(integration, endpointId, project.endpoints.get(endpointId), activeFromMs <= project.evaluatedMs);
  }
  return sources;
};

const isSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((value, index) => value === others[index]);

/** JSON text of a service record, written again only when something in it has changed: long lists are asked for often. */
export const serviceText = (
  state: PlatformState,
  project: Project,
  service: Service,
  integrations: readonly Integration[],
): string => {
  const from = sourcesOf(state, project, service, integrations);
  const last = written.get(service);
  if (last !== undefined && isSame(last.from, from)) return last.text;
  const text = JSON.stringify(serviceAnswer(state, project, service, integrations));
  written.set(service, { from, text });
  return text;
};
