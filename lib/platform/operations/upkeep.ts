import { backupsOf } from '../autoscaler/backups.ts';
import { startMaintenance } from '../autoscaler/maintenance.ts';
import { serviceOf } from '../autoscaler/transitions.ts';
import { conflict } from '../protocol/refusal.ts';
import { logEvent } from '../state/state.ts';
import { type Operation, operation, type ProjectCall } from './operation.ts';

/** What the platform does to keep a service well: backups and maintenance (pf 2.15). */

const path = '/project/:project/service/:service';

/** Starts a maintenance, pending or not. */
const startMaintenanceOf = ({ state, project, caller, nowMs, params }: ProjectCall<unknown>) => {
  const service = serviceOf(project, params.service);
  if (service.state === 'POWEROFF') throw conflict('Database not powered on', 'not_powered');
  if (service.state !== 'RUNNING') {
    throw conflict(`Service '${service.name}' is ${service.state}: its maintenance can start in state RUNNING`);
  }
  logEvent(project, startMaintenance(state, service, caller.name, nowMs));
  return { message: 'maintenance started' };
};

export const upkeepOperations: readonly Operation[] = [
  operation('ServiceBackupsGet', `GET ${path}/backups`, ({ project, params, nowMs }) => ({
    backups: backupsOf(serviceOf(project, params.service), nowMs),
  })),
  operation('ServiceMaintenanceStart', `PUT ${path}/maintenance/start`, startMaintenanceOf),
];
