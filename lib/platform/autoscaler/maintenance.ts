import { dayMs, minuteMs, secondMs } from '../../core/model/durations.ts';
import type { NewEvent, PlatformState, Service, ServiceState } from '../state/state.ts';
import { chargeUntil } from './charges.ts';
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

/** Growths are limited between two maintenances, and none happens during one (pf 2.15; A-50). */

type Limited = Pick<PlatformState, 'behaviour'>;

/** Whether the disk had all the growths that the platform allows before the next maintenance. */
export const needsMaintenance = ({ behaviour }: Limited, { growths }: Service): boolean =>
  behaviour.growthsBetweenMaintenance > 0 && growths >= behaviour.growthsBetweenMaintenance;

/** Whether the next window has something to do: added storage is optimized by a maintenance. */
const isPending = ({ behaviour }: Limited, { growths }: Service): boolean =>
  behaviour.growthsBetweenMaintenance > 0 && growths > 0;

const daysOfWeek = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The first weekly window after a moment, in UTC; null for a service without windows. */
const windowAfter = ({ maintenance }: Service, ms: number): number | null => {
  const day = daysOfWeek.indexOf(maintenance.dow);
  if (day === -1) return null;
  const dayOfMs = Math.floor(ms / dayMs) * dayMs;
  const [hours = 0, minutes = 0, seconds = 0] = maintenance.time.split(':').map(Number);
  const days = (day - new Date(ms).getUTCDay() + 7) % 7;
  const atMs = dayOfMs + days * dayMs + ((hours * 60 + minutes) * 60 + seconds) * secondMs;
  return atMs > ms ? atMs : atMs + 7 * dayMs;
};

/** The next window that may find something to do; null while growths are not limited. */
export const nextWindowMs = ({ behaviour }: Limited, service: Service, afterMs: number): number | null =>
  behaviour.growthsBetweenMaintenance > 0 ? windowAfter(service, afterMs) : null;

/** Starts a maintenance. A state of the service that is not `RUNNING` is checked before. */
export const startMaintenance = (state: PlatformState, service: Service, actor: string, atMs: number): NewEvent => {
  chargeUntil(state, service, atMs);
  noteUsage(service, atMs);
  rebuildUntil(service, atMs + state.behaviour.maintenanceSeconds * secondMs, true);
  service.updatedMs = atMs;
  const description = `Maintenance of '${service.name}' started`;
  return { atMs, actor, type: 'service_maintenance_start', description, service: service.name };
};

/** The weekly window of a service: its maintenance starts if one is pending and nothing else is going on. */
export const openWindow = (state: PlatformState, service: Service, actor: string, atMs: number): NewEvent[] =>
  service.state === 'RUNNING' && isPending(state, service) ? [startMaintenance(state, service, actor, atMs)] : [];

/** Pending updates as the record of a service lists them; several nodes hand over to each other (pf 2.15). */
export const pendingUpdates = (state: PlatformState, service: Service, nodeCount: number, nowMs: number) => {
  if (!isPending(state, service)) return [];
  const startMs = windowAfter(service, nowMs);
  const startAt = startMs === null ? null : `${new Date(startMs).toISOString().slice(0, 19)}Z`;
  return [
    {
      description: 'Optimize the added storage',
      deadline: null,
      start_after: null,
      start_at: startAt,
      controlled_switchover: nodeCount > 1 ? { state: 'scheduled', scheduled_start_time: startAt } : null,
    },
  ];
};
