import type { Console } from '../shell/console.ts';
import type { Server } from './embedded.ts';

type World = ReturnType<Server['state']>;
type Service = World['projects'][number]['services'][number];

/** A service whose disk the autoscaler has made larger. */
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

const placed = (world: World) =>
  world.projects.flatMap(({ name, services }) =>
    services.map((service) => ({ place: `${name}/${service.name}`, project: name, service })),
  );

/** The services whose disk is larger in the later state, the largest step first. */
export const grown = (before: World, after: World): Growth[] => {
  const earlier = new Map(placed(before).map(({ place, service }) => [place, service]));
  return placed(after)
    .flatMap(({ place, project, service }) => {
      const was = earlier.get(place);
      if (was === undefined || service.diskMb <= was.diskMb) return [];
      return {
        project,
        service: service.name,
        type: service.type,
        beforeMb: was.diskMb,
        afterMb: service.diskMb,
        beforeUsedPercent: usedPercent(was),
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
