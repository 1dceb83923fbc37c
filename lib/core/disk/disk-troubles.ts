import type { Finding } from '../model/decision.ts';
import { diskLevels, findings as facts, findingCodes } from '../model/findings/findings.ts';
import { counted, namesText } from '../model/visible-text.ts';

/** Codes of findings that say that a disk has no room, or soon none, the most urgent first. */
export const troubleCodes = findingCodes.filter((code) => facts[code].disk !== undefined);

export const [soonLevel, fillsLevel, fullLevel] = diskLevels;

/** Days before a disk is full from which it is reported. */
export const soonDays = 14;

/** Most names that one line shows. */
const mostNames = 3;

/** The disks among findings that have no room, or soon none, by trouble, such as `1 disk at the maximum (shop/orders)`. */
export const troublesIn = <F extends Pick<Finding, 'code' | 'project' | 'service' | 'subject'>>(
  findings: readonly F[],
) =>
  troubleCodes.flatMap((code) => {
    const at = findings.filter((finding) => finding.code === code);
    const { disk } = facts[code];
    if (disk === undefined || at.length === 0) return [];
    const names = at.map(({ project, service }) => `${project}/${service}`);
    const says = `${counted(at.length, 'disk')} ${disk.text} (${namesText(names, mostNames, ' and')})`;
    const isNow = disk.isNow && at.some(({ subject }) => subject !== soonLevel);
    return [{ code, ...disk, isNow, says, at }];
  });
