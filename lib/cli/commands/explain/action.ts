import { NotFound } from '../../../contract/errors.ts';
import { type AuditRecord, auditedText } from '../../../core/audit/audit.ts';
import { requesterText } from '../../../core/audit/holder-text.ts';
import { type Explanation, explain, explainUnread, explanationJson } from '../../../core/explain/explain.ts';
import { explanationLines } from '../../../core/explain/lines.ts';
import { olderReading } from '../../../core/explain/older-reading.ts';
import { mayLook } from '../../../core/model/mode.ts';
import type { Snapshot } from '../../../core/model/model.ts';
import { nearestName } from '../../../core/model/nearest-name.ts';
import type { Plan } from '../../../core/plan/plan-result.ts';
import type { Ports, Store } from '../../../ports.ts';
import { appliedIn } from '../../../run/apply/adopted.ts';
import { auditedRuns } from '../../../run/audit/reading.ts';
import { lastBands } from '../../../run/inventory/index-of-readings.ts';
import { untilLookedUp, usedPercentNow } from '../../../run/lookup/look-up.ts';
import { forecastServices } from '../../../run/plan/forecast.ts';
import { projectReader } from '../../../run/plan/snapshots.ts';
import { runPolicy } from '../../../run/policy/policy-in-force.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { look, type Session } from '../../session/session.ts';
import type { Console } from '../../shell/console.ts';
import { timeText } from '../../shell/short-text.ts';
import { UsageError } from '../../shell/usage-error.ts';
import type { PlanContext } from '../command.ts';
import { parseTarget } from '../service-target.ts';
import type { ExplanationFlags } from './options.ts';

/** Runs of the audit that are read for one service: each may be an object of megabytes. */
const mostRuns = 20;

/** The newest write for a service; `unknown` says why the audit does not tell, null that it has none. */
type LastWrite = AuditRecord | { readonly unknown: string } | null;

/** Looks for the newest write for a service in the audit. An audit that cannot be read is no reason to explain nothing. */
const lastWriteFor = async (store: Store, project: string, service: string): Promise<LastWrite> => {
  let runs = 0;
  try {
    for await (const records of auditedRuns(store)) {
      const found = records.find((record) => record.project === project && record.service === service);
      if (found !== undefined) return found;
      runs += 1;
      if (runs === mostRuns)
        return { unknown: `not in the last ${mostRuns} runs that wrote; see headroom audit --service ${service}` };
    }
  } catch (error) {
    return { unknown: error instanceof Error ? error.message : String(error) };
  }
  return null;
};

/** Users know a new size by the command that made it. */
const writeName = ({ kind, before, after }: AuditRecord): string => {
  if (before?.kind !== 'disk' || after?.kind !== 'disk') return kind;
  return after.diskMb > before.diskMb ? 'grown' : 'reclaimed';
};

/** `Last write: update-endpoint, 100 GB → 200 GB, confirmed, 2 minutes ago (…), by …`; undefined if there is none. */
const lastWriteText = (write: LastWrite, nowMs: number): string | undefined => {
  if (write === null) return undefined;
  if ('unknown' in write) return `Last write: unknown: ${write.unknown}`;
  const { before, after, status, at } = write;
  const change = `${writeName(write)}, ${auditedText(before)} → ${auditedText(after)}, ${status}`;
  return `Last write: ${change}, ${timeText(at, nowMs)}, by ${requesterText(write)}`;
};

/** Forecast and usage of one service's disk: at most three calls, two of them only once a day. */
const diskOf = async (ports: Ports, runId: string, snapshot: Snapshot, name: string) => {
  const matches = snapshot.services.filter((service) => service.name === name);
  if (matches.length === 0) return undefined;
  const asking = { asks: true, alsoOf: () => true, bands: await lastBands(ports.store) };
  const { forecasts } = await untilLookedUp(ports, runId, (asked) =>
    forecastServices(ports, [{ ...snapshot, services: matches }], asking, asked),
  );
  return { forecasts, usedPercent: await usedPercentNow(ports.platform, snapshot.project, name) };
};

/** What a name that no service has may stand for. */
const meantText = ({ decisions }: Plan, project: string, service: string): string => {
  const ofProject = decisions.filter((decision) => decision.project === project);
  const near = nearestName(
    service,
    ofProject.map((decision) => decision.service),
  );
  return near === undefined ? '' : `: did you mean ${project}/${near}?`;
};

/** @throws Error if the project has no such service */
const explainService = async (session: Session, project: string, service: string): Promise<Explanation> => {
  const { ports } = session.connection;
  const { store } = session.context;
  const trigger = { kind: 'manual', by: 'headroom explain' } as const;
  const { plan, run } = await look(session, { trigger, projects: [project] });
  if (!mayLook(run.mode)) throw new Error(`Mode is ${run.mode}: no calls were made; see headroom mode`);
  const facts = run.projects.find(({ name }) => name === project) ?? { name: project, tags: {} };
  const policy = runPolicy(run);
  const reader = await projectReader({ store, clock: ports.clock }, ports.platform.organization, run);
  const opened = await reader.open(project);
  const { snapshot, remembered } = await reader.read(facts, opened);
  const reading = olderReading((snapshot ?? remembered)?.readAt, run.startedAt);
  const explained = async (): Promise<Explanation | null> => {
    if (snapshot === undefined) return explainUnread(policy, { project: facts, last: reading }, service, plan);
    const disk = await diskOf({ ...ports, store }, run.runId, snapshot, service);
    const { adopted = [] } = await appliedIn(opened);
    return explain({ policy, snapshot, service, today: run.startedAt.slice(0, 10), plan, disk, reading, adopted });
  };
  const explanation = await explained();
  if (explanation !== null) return explanation;
  const meant = meantText(plan, project, service);
  throw new NotFound(
    `project ${project} has no service ${service}${meant || `; see headroom plan --project ${project}`}`,
  );
};

const show = (console: Console, explanation: Explanation, lastWrite: LastWrite): void => {
  for (const text of explanationLines(explanation)) console.line(text);
  const text = lastWriteText(lastWrite, systemClock.now());
  if (text !== undefined) console.line(text);
};

const runStored = async (
  { flags, console, openStore }: PlanContext<ExplanationFlags>,
  project: string,
  service: string,
): Promise<void> => {
  if (flags.policy !== undefined)
    throw new UsageError('use --stored without --policy: it shows the policy of the last run');
  const nowMs = systemClock.now();
  const { store } = await openStore();
  const { explainStored } = await import('../../from-store/stored-explanation.ts');
  const { explanation, report, isLatest } = await explainStored(store, project, service, nowMs);
  if (explanation === null) throw new NotFound(`project ${project} had no service ${service} in its last reading`);
  const { runId, endedAt, outcome } = report;
  const lastWrite = await lastWriteFor(store, project, service);
  console.answer({ ...explanationJson(explanation), lastWrite, stored: { runId, endedAt, outcome } }, () => {
    const run = isLatest ? 'the last run' : 'the last run that decided about this service';
    console.note(`As of ${run} (${outcome}, ${timeText(endedAt, nowMs)}); its changes may be applied since.`);
    show(console, explanation, lastWrite);
  });
};

/** Shows the decision for one service and the chain that leads to it. */
export const run = async (context: PlanContext<ExplanationFlags>, target: string): Promise<void> => {
  const { flags, console, open } = context;
  const { project, service } = parseTarget(target);
  if (flags.stored) return runStored(context, project, service);
  return open('looks', async (session) => {
    const explanation = await explainService(session, project, service);
    const lastWrite = await lastWriteFor(session.context.store, project, service);
    console.answer({ ...explanationJson(explanation), lastWrite }, () => show(console, explanation, lastWrite));
  });
};
