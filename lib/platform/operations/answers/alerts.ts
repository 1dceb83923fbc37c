import { momentOfUse, usedMbAt } from '../../autoscaler/usage.ts';
import type { Project, Service } from '../../state/state.ts';
import { isoTime } from './records.ts';

/** An alert lasts as long as its cause: it is computed, not stored (pf 2.6; A-26). */

const warningPercent = 90;
const criticalPercent = 97;

const share = (diskMb: number, percent: number): number => Math.ceil((diskMb * percent) / 100);

/** The alert of a service with a nearly full disk. */
export const alertsOf = (project: Project, service: Service, nowMs: number) => {
  const usedMb = usedMbAt(service, nowMs);
  const fromMb = share(service.diskMb, warningPercent);
  if (service.state !== 'RUNNING' || service.diskMb === 0 || usedMb < fromMb) return [];
  return [
    {
      create_time: isoTime(momentOfUse(service, fromMb)),
      event: 'user_alert_resource_usage_disk',
      severity: usedMb >= share(service.diskMb, criticalPercent) ? 'critical' : 'warning',
      project_name: project.name,
      service_name: service.name,
      service_type: service.type,
      node_name: `${service.name}-1`,
    },
  ];
};

/** The alerts of all services of a project. */
export const alertsOfProject = (project: Project, nowMs: number) =>
  [...project.services.values()].flatMap((service) => alertsOf(project, service, nowMs));
