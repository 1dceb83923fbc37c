import type { Finding } from '../model/decision.ts';
import { findings as facts, findingCodes } from '../model/findings/findings.ts';
import { counted, namesText } from '../model/visible-text.ts';

/** Codes of findings that say that a disk has no room, or soon none, the most urgent first. */
export const troubleCodes = findingCodes.filter((code) => facts[code].disk !== undefined);

/** Levels of a disk that no coming run helps, as subjects of its findings: full within 14 days, soon enough to be urgent, full. */
export const soonLevel = 'soon';
export const fillsLevel = 'fills';
export const fullLevel = '100 %';

/** The level as a number that rises as the disk fills; 0 for the lowest, and for findings without levels. */
export const levelOf = (subject: string): number => Math.max(0, [soonLevel, fillsLevel, fullLevel].indexOf(subject));

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
