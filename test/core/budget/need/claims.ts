import type { NeedClaim } from '../../../../lib/core/budget/need/claim.ts';
import { parseMoney } from '../../../../lib/core/model/money.ts';

export interface DrawnDisk {
  readonly service: string;
  readonly usedGb?: number;
  readonly perDay?: number;
  readonly floorGb?: number;
  readonly wantGb?: number;
  readonly currentGb?: number | null;
  readonly atLeastGb?: number;
  readonly grantedGb?: number;
  readonly priority?: number;
  readonly takesAtOnce?: boolean;
  readonly firstStepGb?: number;
}

/** A disk that needs `usedGb` today and `perDay` more each day, at any confidence; a GB costs 1.00. */
export const disk = ({ service, usedGb = 0, perDay = 0, currentGb = null, ...rest }: DrawnDisk): NeedClaim => ({
  project: 'p',
  service,
  floorGb: rest.floorGb ?? 0,
  wantGb: rest.wantGb ?? 1000,
  atLeastGb: rest.atLeastGb ?? 0,
  price: parseMoney('1.00') ?? 0n,
  priority: rest.priority ?? 1,
  weight: 1,
  needs: {
    isKnown: true,
    gbFor: (days) => Math.ceil(usedGb + perDay * days),
    takesAtOnce: rest.takesAtOnce ?? false,
    firstStepGb: rest.firstStepGb ?? 0,
    leastGb: 0,
    grantedGb: rest.grantedGb ?? 0,
    currentGb,
  },
});
