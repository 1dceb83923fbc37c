import { mbPerGb } from '../../core/model/sizes.ts';

/** Words of the event log about disks. */

/** Disk size for messages: whole GB, otherwise one decimal. */
export const gbText = (mb: number): string => `${Number((mb / mbPerGb).toFixed(1))} GB`;

/** A change of a disk, by the autoscaler or by hand. */
export const resizeText = (name: string, fromMb: number, toMb: number): string =>
  `Disk space of '${name}' ${toMb < fromMb ? 'decreased' : 'increased'} from ${gbText(fromMb)} to ${gbText(toMb)}`;
