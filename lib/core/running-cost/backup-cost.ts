import { mostDays } from './passes.ts';

/** Days for which the stack keeps a backup. */
const keptDays = 35;
/** What a service adds to a backup, with a history of a year. */
const kbPerService = 4;
/** Months of audit files that each backup reads. */
const auditMonths = 12;
/** Objects of a store that belong to no project and no audit. */
const fewObjects = 50;
/** Objects that a backup reads, restores and compares in a second, and seconds that it takes besides. */
const objectsPerSecond = 300;
const leastSeconds = 5;

/**
 * Quantities of daily backups. Each reads every project and the audit, writes one object, and reads that back.
 * @param events runs of a month that write, and so leave audit files
 */
export const backupQuantities = (
  { services, projects, events }: Record<'services' | 'projects' | 'events', number>,
  memoryMb: number,
) => {
  const objects = projects + auditMonths * events + fewObjects;
  return {
    invocations: mostDays,
    schedules: mostDays,
    duration: (memoryMb / 1024) * mostDays * (leastSeconds + objects / objectsPerSecond),
    // The listings of both buckets, the backup and its note.
    puts: mostDays * (4 + objects / 1_000),
    gets: mostDays * objects,
    stored: (keptDays * services * kbPerService) / 1_000_000,
  };
};
