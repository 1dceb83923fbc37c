import { minuteMs } from '../../core/model/durations.ts';
import type { NewEvent, Service, ServiceState } from '../state/state.ts';
import { noteUsage } from './usage.ts';

/** Rebuilding the nodes of a service for a known time. Call `chargeUntil` and `noteUsage` before a beginning. */

/** The rolling restart after storage was removed. */
export const restartMs = 5 * minuteMs;

export const rebuildUntil = (service: Service, untilMs: number, isMaintenance: boolean): void => {
  service.state = 'REBUILDING';
  service.rebuild = { untilMs, isMaintenance };
};

/** A state that a person or a scenario sets lasts until they set another one. */
export const runInState = (service: Service, state: ServiceState): void => {
  service.state = state;
  service.rebuild = null;
};

/** After a maintenance the disk can grow again. */
export const endRebuild = (service: Service, isMaintenance: boolean, actor: string, atMs: number): NewEvent[] => {
  noteUsage(service, atMs);
  runInState(service, 'RUNNING');
  service.updatedMs = atMs;
  if (!isMaintenance) return [];
  service.growths = 0;
  const description = `Maintenance of '${service.name}' finished`;
  return [{ atMs, actor, type: 'service_maintenance_finish', description, service: service.name }];
};
