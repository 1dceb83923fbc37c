import { minuteMs } from '../core/model/durations.ts';
import { isOurs } from '../core/service/endpoint-name.ts';
import { evaluateUntil } from '../emulator/autoscaler/evaluation.ts';
import type { OpenedPlatform } from '../emulator/open.ts';
import { alertsOfProject } from '../emulator/operations/answers/alerts.ts';
import { mbPerGb, planOf } from '../emulator/state/catalogue.ts';
import type { Integration, Project, Service } from '../emulator/state/state.ts';
import { kindOfEndpointType, maximumFromWire } from '../wire/maximum.ts';
import { platformFacts } from './passes/facts.ts';

interface Disk {
  readonly service: Service;
  readonly planMb: number;
  /** Maximum of Headroom's autoscaler; 0 without one. */
  readonly oursGb: number;
}

/** What only requests change, as it is after so many writes. */
interface AfterWrites {
  readonly writes: number;
  readonly text: string;
  readonly disks: readonly Disk[];
  /** Integrations that do not show yet everywhere. */
  readonly fresh: readonly Integration[];
}

const isFresh = ({ hiddenUntilMs, activeFromMs }: Integration, nowMs: number): boolean =>
  Math.max(hiddenUntilMs, activeFromMs) > nowMs;

/** Maximums of Headroom's autoscalers in GB, by service. */
const maximumsOf = ({ endpoints, integrations }: Project): Map<string, number | null> =>
  new Map(
    [...integrations.values()].flatMap(({ service, endpointId }) => {
      const { name = '', type = '', userConfig } = endpoints.get(endpointId) ?? {};
      const kind = kindOfEndpointType(type);
      return isOurs(name) && kind ? [[service, maximumFromWire(kind, userConfig).gb]] : [];
    }),
  );

const afterWrites = (platform: OpenedPlatform, writes: number): AfterWrites => {
  const { state, clock } = platform.edge;
  const projects = [...state.projects.values()];
  const disks = projects.flatMap((project) => {
    const maximums = maximumsOf(project);
    return [...project.services.values()].map((service): Disk => {
      const planMb = (planOf(state, service)?.diskGb ?? 0) * mbPerGb;
      return { service, planMb, oursGb: maximums.get(service.name) ?? 0 };
    });
  });
  const fresh = projects.flatMap(({ integrations }) =>
    [...integrations.values()].filter((one) => isFresh(one, clock.nowMs())),
  );
  return { writes, text: platformFacts(platform), disks, fresh };
};

/** A disk that has been nearly full for so long is judged as it will be later: an autoscaler that does not act by then is stuck. */
const settledMinutes = 60;

/** The platform's alerts about disks, with their age while that can still decide. */
const alertTexts = (platform: OpenedPlatform, nowMs: number): string[] => {
  const projects = [...platform.edge.state.projects.values()];
  return projects.flatMap((project) =>
    alertsOfProject(project, nowMs).map(({ service_name: service, create_time: since, severity }) => {
      const minutes = Math.min(settledMinutes, Math.floor((nowMs - Date.parse(since)) / minuteMs));
      return `${project.name}/${service} ${severity} ${minutes}`;
    }),
  );
};

/** Everything on the platform of a life that could make a pass decide otherwise, as text. */
interface TwinFacts {
  /** How large the disks are, as far as that decides. */
  readonly sizes: string;
  readonly others: string;
}

/**
 * Reads the facts of a life. Nobody but Headroom changes its platform, and disks grow: what requests decide is written down
 * again only after a write, the sizes of disks each time.
 */
export const createTwinFacts = (platform: OpenedPlatform): ((countsProvisioned: boolean) => TwinFacts) => {
  const { state, clock } = platform.edge;
  let known: AfterWrites | undefined;
  return (countsProvisioned) => {
    const nowMs = clock.nowMs();
    for (const project of state.projects.values()) evaluateUntil(state, project, nowMs);
    const { writes } = platform.requests();
    if (known?.writes !== writes) known = afterWrites(platform, writes);
    const floors = known.disks.map(({ service, planMb, oursGb }) => {
      const provisionedGb = Math.max(0, Math.ceil((service.diskMb - planMb) / mbPerGb));
      return countsProvisioned ? provisionedGb : Math.max(0, provisionedGb - oursGb);
    });
    const shown = known.fresh.map(({ hiddenUntilMs, activeFromMs }) => [hiddenUntilMs > nowMs, activeFromMs > nowMs]);
    return {
      sizes: floors.join(),
      others: `${countsProvisioned} ${shown} ${alertTexts(platform, nowMs)} ${known.text}`,
    };
  };
};
