import type { HttpRequest } from '../client/transport/exchange.ts';
import type { HeadroomEvent } from '../contract/events.ts';
import type { OpenedPlatform } from '../emulator/open.ts';
import type { Scenario } from '../emulator/scenario/scenario.ts';
import type { Store } from '../ports.ts';
import { createMemoryStore } from '../run/store/memory-store.ts';
import { readMetricGroups } from '../wire/metrics.ts';
import { createDeployment, type Deployment } from './deployment.ts';
import type { Faults } from './engine/faults.ts';
import type { SimulatedTime } from './engine/time.ts';
import { simulatedExchange } from './surroundings/exchange.ts';
import { openGround } from './surroundings/ground.ts';
import { createVault } from './surroundings/vault.ts';

/** An organization on the embedded platform, and a Headroom beside it, on one clock. Nobody judges it by laws. */
export interface Twin {
  readonly seed: number;
  readonly startMs: number;
  readonly time: SimulatedTime;
  readonly faults: Faults;
  readonly platform: OpenedPlatform;
  readonly store: Store;
  readonly deployment: Deployment;
  /** Reads so far beyond the lists of projects, services and endpoints, and how many of them measured a disk. */
  readonly questions: () => { readonly asked: number; readonly measured: number };
  /** Events published since the last time. */
  readonly takeEvents: () => HeadroomEvent[];
}

const isList = ({ method, path }: HttpRequest) =>
  method === 'GET' && /\/(projects|service|integration_endpoint|alerts)(\?|$)/.test(path);
const isMeasurement = ({ path }: HttpRequest) => path.endsWith('/metrics');

/** Opens an organization with a draw of its growth; Headroom is beside it but does nothing by itself. */
export const createTwin = (scenario: Scenario, seed: number): Twin => {
  const token = `simulated-${seed}`;
  const { startMs, time, faults, platform } = openGround({ scenario, token, seed, metricGroups: readMetricGroups });
  const store = createMemoryStore();
  let events: HeadroomEvent[] = [];
  let [asked, measured] = [0, 0];
  const deployment = createDeployment({
    seed,
    organization: platform.organization,
    time,
    clock: time,
    faults,
    store,
    exchange: simulatedExchange({
      platform,
      time,
      faults,
      // A pass takes no time: what it does depends on what it reads, not on how fast the platform answers.
      latencyMs: () => 0,
      observe: (request, carry) => {
        if (!isList(request)) asked += 1;
        if (isMeasurement(request)) measured += 1;
        return carry();
      },
      onSend: () => undefined,
    }),
    secrets: createVault(platform, token, faults, time).secrets,
    callsPerMinute: Number.POSITIVE_INFINITY,
    publish: (published) => void events.push(...published),
    onCall: () => undefined,
  });
  return {
    seed,
    startMs,
    time,
    faults,
    platform,
    store,
    deployment,
    questions: () => ({ asked, measured }),
    takeEvents: () => {
      const taken = events;
      events = [];
      return taken;
    },
  };
};
