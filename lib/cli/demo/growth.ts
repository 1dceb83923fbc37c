import type { Console } from '../shell/console.ts';
import type { Server } from './embedded.ts';

type Snapshot = ReturnType<Server['state']>;
type Service = Snapshot['projects'][number]['services'][number];

/** A service whose disk the autoscaler enlarged. */
export interface Growth {
  readonly project: string;
  readonly service: string;
  readonly type: string;
  readonly beforeMb: number;
  readonly afterMb: number;
  readonly beforeUsedPercent: number;
  readonly afterUsedPercent: number;
}

const usedPercent = ({ usedMb, diskMb }: Service) => Math.round((usedMb / diskMb) * 100);

const keyed = (snapshot: Snapshot) =>
  snapshot.projects.flatMap(({ name, services }) =>
    services.map((service) => ({ key: `${name}/${service.name}`, project: name, service })),
  );

/** Services with a larger disk in the later snapshot, largest step first. */
export const grown = (before: Snapshot, after: Snapshot): Growth[] => {
  const earlier = new Map(keyed(before).map(({ key, service }) => [key, service]));
  return keyed(after)
    .flatMap(({ key, project, service }) => {
      const previous = earlier.get(key);
      if (previous === undefined || service.diskMb <= previous.diskMb) return [];
      return {
        project,
        service: service.name,
        type: service.type,
        beforeMb: previous.diskMb,
        afterMb: service.diskMb,
        beforeUsedPercent: usedPercent(previous),
        afterUsedPercent: usedPercent(service),
      };
    })
    .toSorted((a, b) => b.afterMb - b.beforeMb - (a.afterMb - a.beforeMb));
};

const gb = (mb: number) => (mb / 1024).toFixed(1);

export const showGrowth = (console: Console, growths: readonly Growth[]): void =>
  console.table(
    ['project', 'service', 'type', 'disk GB', 'used %'],
    growths.map((growth) => [
      growth.project,
      growth.service,
      growth.type,
      `${gb(growth.beforeMb)} → ${gb(growth.afterMb)}`,
      `${growth.beforeUsedPercent} → ${growth.afterUsedPercent}`,
    ]),
  );
