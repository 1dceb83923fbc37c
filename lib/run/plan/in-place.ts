import { isInPlace } from '../../core/approval/in-place.ts';
import { groupBy } from '../../core/model/grouping.ts';
import type { DecisionPorts } from '../../ports.ts';
import { readAdopted } from '../apply/adopted.ts';
import { readIndex } from '../inventory/index-of-readings.ts';
import { lastReading, readRecord } from '../inventory/record.ts';
import type { ProposedPlan } from '../store/run-objects.ts';

/**
 * Whether every change of a plan is in place by readings that are no older than a moment. An older reading, or none, proves
 * nothing.
 * @param since ISO 8601, UTC
 */
export const isAllInPlace = async (
  { store, platform }: Pick<DecisionPorts, 'store' | 'platform'>,
  { changes }: Pick<ProposedPlan, 'changes'>,
  since: string,
): Promise<boolean> => {
  const { indexed } = await readIndex(store, platform.organization);
  for (const [project, ofProject] of groupBy(changes, (change) => change.project)) {
    const record = await readRecord(store, platform.organization, project);
    const reading = record && lastReading(project, record, indexed.get(project));
    if (reading === undefined || reading.readAt < since) return false;
    const { services, endpoints } = reading;
    const ids = new Map(endpoints.map(({ name, id }) => [name, id]));
    const present = {
      services: new Map(services.map((service) => [service.name, service])),
      endpoints: new Map(endpoints.map(({ id, maximum }) => [id, maximum])),
      adopted: await readAdopted(store, project),
    };
    if (!ofProject.every((change) => isInPlace(change, present, ids))) return false;
  }
  return changes.length > 0;
};
