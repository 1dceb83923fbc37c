import type { Platform } from '../../ports.ts';
import type { Console } from '../console.ts';

/** A service's disk and its autoscaler's maximum, as the platform tells them. */
export interface Disk {
  readonly project: string;
  readonly service: string;
  readonly type: string;
  readonly diskMb: number;
}

export interface Growth extends Disk {
  readonly beforeMb: number;
}

/** Provisioned disks of all services, project by project. */
export const readDisks = async (platform: Platform, projects: readonly string[]): Promise<Disk[]> => {
  const disks: Disk[] = [];
  for (const project of projects) {
    for (const { name, type, diskMb } of await platform.listServices(project)) {
      if (diskMb !== null) disks.push({ project, service: name, type, diskMb });
    }
  }
  return disks;
};

/** The services whose disk has become larger, the largest step first. */
export const grown = (before: readonly Disk[], after: readonly Disk[]): Growth[] => {
  const sizes = new Map(before.map((disk) => [`${disk.project}/${disk.service}`, disk.diskMb]));
  return after
    .map((disk) => ({ ...disk, beforeMb: sizes.get(`${disk.project}/${disk.service}`) ?? disk.diskMb }))
    .filter(({ beforeMb, diskMb }) => diskMb > beforeMb)
    .toSorted((a, b) => b.diskMb - b.beforeMb - (a.diskMb - a.beforeMb));
};

const gb = (mb: number) => (mb / 1024).toFixed(1);

export const showGrowth = (console: Console, growths: readonly Growth[]): void =>
  console.table(
    ['project', 'service', 'type', 'disk before GB', 'disk now GB'],
    growths.map(({ project, service, type, beforeMb, diskMb }) => [project, service, type, gb(beforeMb), gb(diskMb)]),
  );
