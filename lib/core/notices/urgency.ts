import { fullLevel, troubleCodes } from '../disk/disk-troubles.ts';
import { findings as facts } from '../model/findings/findings.ts';
import type { LoggedFinding } from './logged-findings.ts';

/** Rank of a finding among urgent ones: those about all disks, then disks without any room, then other disks, then all others. */
const rankOf = ({ code, subject }: LoggedFinding): number => {
  if (facts[code].ofAllDisks) return 0;
  const rank = troubleCodes.indexOf(code);
  if (rank < 0) return 3 * troubleCodes.length;
  return 1 + rank + (subject === fullLevel ? 0 : troubleCodes.length);
};

/** The worst first: where a list has no room for all, it must not lack a full disk. */
export const worstFirst = (findings: readonly LoggedFinding[]): readonly LoggedFinding[] =>
  findings.toSorted((a, b) => rankOf(a) - rankOf(b));
