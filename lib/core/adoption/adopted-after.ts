import type { AdoptedByProject } from '../change/adopted-endpoint.ts';
import { type Change, givesBack, isDiskChange } from '../change/change.ts';

/** Adopted endpoints that these changes do not give back. */
export const adoptedAfter = (adopted: AdoptedByProject | undefined, changes: readonly Change[]): AdoptedByProject => {
  const given = changes.filter(isDiskChange).filter(givesBack);
  return new Map(
    [...(adopted ?? [])].map(([project, endpoints]) => [
      project,
      endpoints.filter(
        ({ service, endpointName }) =>
          !given.some(
            (change) =>
              change.project === project && change.service === service && change.endpointName === endpointName,
          ),
      ),
    ]),
  );
};
