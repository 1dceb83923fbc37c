import type { AdoptedEndpoint } from '../../core/change/adopted-endpoint.ts';
import type { ProjectHistory } from '../../core/forecast/project-history.ts';
import { countedServices, unlistedFinding } from '../../core/inventory/unlisted.ts';
import type { Finding } from '../../core/model/decision.ts';
import { byText } from '../../core/model/grouping.ts';
import type { RememberedProject, Snapshot, UnreadProject } from '../../core/model/model.ts';
import type { LastApplied } from '../../core/service/last-applied.ts';
import type { DecisionPorts } from '../../ports.ts';
import { appliedIn } from '../apply/adopted.ts';
import { historyIn } from '../store/histories.ts';
import { inBatches } from '../store/in-batches.ts';
import type { OpenRecord } from '../store/objects.ts';
import type { RunObject } from '../store/run-objects.ts';
import { projectReader } from './snapshots.ts';

const byProject = (a: Pick<Snapshot, 'project'>, b: Pick<Snapshot, 'project'>) => byText(a.project, b.project);

/**
 * Projects as the plan of a run sees them. Of those that share a budget with them, and of those that the platform no longer lists
 * and that may have autoscalers or full disks, the last readings count. One that is no longer listed and whose reading is gone or
 * damaged counts as deleted.
 */
export const readProjects = async (ports: DecisionPorts, run: RunObject) => {
  const reader = await projectReader(ports, ports.platform.organization, run);
  const snapshots: Snapshot[] = [];
  const remembered: RememberedProject[] = [];
  const unread: UnreadProject[] = [];
  const changed: UnreadProject[] = [];
  const notListed: Finding[] = [];
  const lastApplied = new Map<string, readonly LastApplied[]>();
  const adopted = new Map<string, readonly AdoptedEndpoint[]>();
  const growth = new Map<string, ProjectHistory>();
  const addFacts = async (project: string, record: OpenRecord) => {
    const applied = await appliedIn(record);
    if (applied.adopted !== undefined) adopted.set(project, applied.adopted);
    growth.set(project, await historyIn(record));
    return applied;
  };
  await inBatches(run.projects, async (project) => {
    const record = await reader.open(project.name);
    const reading = await reader.read(project, record);
    if (reading.snapshot !== undefined) snapshots.push(reading.snapshot);
    if (reading.unread !== undefined) unread.push(reading.unread);
    if (reading.unread !== undefined && reading.isChanged) changed.push(reading.unread);
    if (reading.remembered !== undefined) remembered.push(reading.remembered);
    lastApplied.set(project.name, (await addFacts(project.name, record)).services);
  });
  await reader.store();
  await inBatches(run.sharing ?? [], async (project) => {
    const record = await reader.open(project);
    const reading = await reader.remember(project, record);
    await addFacts(project, record);
    if ('services' in reading) remembered.push({ ...reading, standing: 'sharing' });
    else unread.push(reading);
  });
  await inBatches(Object.entries(run.unlisted ?? {}), async ([project, since]) => {
    const record = await reader.open(project);
    const last = await reader.remember(project, record);
    if (!('services' in last)) return;
    const seen = { counted: countedServices(last), disks: last.services.filter(({ diskMb }) => diskMb !== 0).length };
    if (seen.counted + seen.disks > 0) notListed.push(unlistedFinding(project, since, seen));
    if (seen.counted === 0) return;
    await addFacts(project, record);
    remembered.push({ ...last, standing: 'unlisted' });
  });
  // Records come in any order, and a new order would make the plan decide them again.
  for (const list of [snapshots, remembered, unread, changed, notListed]) list.sort(byProject);
  const isFirstRun = reader.enforcedSince !== (run.restrained ?? '');
  const facts = { isFirstRun, lately: reader.lately, lastApplied, adopted, growth };
  return { ...facts, snapshots, remembered, unread, changed, notListed };
};
