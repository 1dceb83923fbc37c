import { untilAnswered } from '../../run/ask/until-answered.ts';
import { readProject } from '../../run/inventory/read-project.ts';
import { forecastServices } from '../../run/plan/forecast.ts';
import { requestedProjects } from '../session/requested-projects.ts';
import type { Face } from './face.ts';
import { reconcile } from './reconcile.ts';

/**
 * Reads the metrics of the disks as the one run of the day and `headroom forecast` do, then reconciles, so that the pages show
 * forecasts from the start. The first run has read the organization when no disk had its autoscaler.
 */
export const measureDisks = async ({ console, ports, options }: Face): Promise<void> => {
  const { projects } = await requestedProjects(ports, undefined);
  const snapshots = await Promise.all(
    projects.map(async (project) => ({ project, tags: {}, ...(await readProject(ports.platform, project)) })),
  );
  await untilAnswered(ports, 'forecast of npm start', (asked) =>
    forecastServices(ports, snapshots, { asks: true, alsoOf: () => true }, asked),
  );
  const { outcome } = await reconcile(options, { trigger: { kind: 'schedule', by: 'npm start' } });
  console.line();
  console.line(
    `A second run forecasts when the disks are full, from their metrics of the past year. outcome: ${outcome}`,
  );
};
