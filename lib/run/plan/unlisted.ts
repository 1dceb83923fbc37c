import type { AdoptedEndpoint } from '../../core/change/adopted-endpoint.ts';
import type { ProjectHistory } from '../../core/forecast/project-history.ts';
import { countedServices, unlistedFinding, unlistedProjects } from '../../core/inventory/unlisted.ts';
import type { Finding } from '../../core/model/decision.ts';
import { byText } from '../../core/model/grouping.ts';
import type { RememberedProject } from '../../core/model/model.ts';
import type { DecisionPorts } from '../../ports.ts';
import { appliedIn } from '../apply/adopted.ts';
import type { KnownReadings } from '../inventory/index-of-readings.ts';
import { historyIn } from '../store/histories.ts';
import { inBatches } from '../store/in-batches.ts';
import { openRecord } from '../store/objects.ts';
import type { RunObject } from '../store/run-objects.ts';
import { readerBeside } from './snapshots.ts';

/**
 * The member of a run with the projects that the platform no longer lists.
 * @param listed names of all projects; empty if the run listed none, as under stop
 */
export const unlistedIn = (
  { known, unlisted = {} }: KnownReadings,
  listed: readonly string[],
  nowMs: number,
): Pick<RunObject, 'unlisted'> => {
  const missing = unlistedProjects(known.keys(), unlisted, listed, nowMs);
  return listed.length > 0 && Object.keys(missing).length > 0 ? { unlisted: missing } : {};
};

/** The facts of a plan that such projects add to. */
interface Facts {
  readonly remembered?: readonly RememberedProject[];
  readonly growth: ReadonlyMap<string, ProjectHistory>;
  readonly adopted?: ReadonlyMap<string, readonly AdoptedEndpoint[]>;
  readonly notes?: readonly Finding[];
}

/**
 * Adds the last readings of projects that are no longer listed and may have autoscalers or full disks, and says of every one that had
 * disks that it is no longer listed. One whose reading is gone or damaged counts as deleted. Their ages are no sign that a pass is late.
 */
export const withUnlisted = async <F extends Facts>(
  ports: DecisionPorts,
  { unlisted = {} }: RunObject,
  facts: F,
): Promise<F> => {
  const remembered = [...(facts.remembered ?? [])];
  const adopted = new Map(facts.adopted);
  const growth = new Map(facts.growth);
  const findings: Finding[] = [];
  const missing = Object.entries(unlisted);
  if (missing.length === 0) return facts;
  const readBeside = await readerBeside(ports);
  await inBatches(missing, async ([project, since]) => {
    const record = await openRecord(ports.store, project);
    const known = await readBeside(project, record);
    if (!('services' in known)) return;
    const seen = { counted: countedServices(known), disks: known.services.filter(({ diskMb }) => diskMb !== 0).length };
    if (seen.counted + seen.disks > 0) findings.push(unlistedFinding(project, since, seen));
    if (seen.counted === 0) return;
    const { adopted: managed } = await appliedIn(record);
    if (managed !== undefined) adopted.set(project, managed);
    growth.set(project, await historyIn(record));
    remembered.push({ ...known, standing: 'unlisted' });
  });
  const notes = [...(facts.notes ?? []), ...findings.sort((a, b) => byText(a.project, b.project))];
  return { ...facts, remembered, adopted, growth, notes };
};
