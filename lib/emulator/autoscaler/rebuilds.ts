import { minuteMs } from '../../core/model/durations.ts';
import type { Service, ServiceState } from '../state/state.ts';
import { noteUsage } from './usage.ts';

/** Rebuilding the nodes of a service for a known time. Call `chargeUntil` and `noteUsage` before a beginning. */

/** The rolling restart after storage was removed. */
export const restartMs = 5 * minuteMs;

export const rebuildUntil = (service: Service, untilMs: number): void => {
  service.state = 'REBUILDING';
  service.rebuiltMs = untilMs;
};

/** A state that a person or a scenario sets lasts until they set another one. */
export const runInState = (service: Service, state: ServiceState): void => {
  service.state = state;
  service.rebuiltMs = null;
};

export const endRebuild = (service: Service, atMs: number): void => {
  noteUsage(service, atMs);
  runInState(service, 'RUNNING');
  service.updatedMs = atMs;
};
