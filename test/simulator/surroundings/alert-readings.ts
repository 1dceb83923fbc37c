import type { HttpRequest } from '../../../lib/client/transport/exchange.ts';
import type { RawAnswer } from '../../../lib/client/transport/outcome.ts';

interface AlertReadings {
  readonly note: (request: HttpRequest, answer: RawAnswer) => void;
  /** When the platform last listed the alerts of a project; undefined before. */
  readonly lastMs: (project: string) => number | undefined;
}

const alertsOfProject = /\/project\/([^/]+)\/alerts$/;

/** Notes when the alerts of each project were listed: what was full then, Headroom can know. */
export const createAlertReadings = (now: () => number): AlertReadings => {
  const last = new Map<string, number>();
  return {
    lastMs: (project) => last.get(project),
    note: ({ path }, { status }) => {
      const [, project] = alertsOfProject.exec(path) ?? [];
      if (project !== undefined && status === 200) last.set(decodeURIComponent(project), now());
    },
  };
};
