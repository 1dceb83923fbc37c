import { PlatformForbidden } from '../../contract/errors.ts';
import type { ReadProbe } from '../../core/status/platform.ts';
import type { ListedService, Platform } from '../../ports.ts';

/** Services of a project that could be read. */
export interface ReadableProject {
  readonly project: string;
  readonly services: readonly ListedService[];
}

const tried = async (read: (() => Promise<unknown>) | undefined): Promise<ReadProbe['result']> => {
  if (read === undefined) return 'untried';
  try {
    await read();
    return 'readable';
  } catch (error) {
    return error instanceof PlatformForbidden ? 'refused' : 'untried';
  }
};

/** Tries the reads that have permissions of their own, with the first project and its first service: three calls. */
export const probeReads = async (platform: Platform, projects: readonly ReadableProject[]): Promise<ReadProbe[]> => {
  const [first] = projects;
  const withService = projects.find(({ services }) => services.length > 0);
  const service = withService?.services[0];
  const metrics = withService && service && (() => platform.diskUsage(withService.project, service.name, 'hour'));
  return [
    {
      what: 'metrics',
      permission: 'service:metrics:read',
      without: 'forecasts stay unknown',
      result: await tried(metrics),
    },
    {
      what: 'alerts',
      // The platform publishes no permission for alerts.
      permission: 'the operator role',
      without: 'full disks are known only by measurements, and a disk that does not grow is noticed late',
      result: await tried(first && (() => platform.listDiskAlerts(first.project))),
    },
    {
      what: 'event logs',
      permission: 'project:event_logs:read',
      without: 'looks find no new service, and changes by hand have no actor',
      result: await tried(first && (() => platform.listEvents(first.project))),
    },
  ];
};
