import type { Finding } from '../../core/model/decision.ts';
import { type EpisodeLog, emptyEpisodeLog, recordEpisodes } from '../../core/notices/episode-log.ts';
import { type Episode, followEpisodes, isInScope, type RunScope } from '../../core/notices/episodes.ts';
import { ownerBy, type Place, type Tagged, unowned } from '../../core/policy/owners.ts';
import type { PublishPorts, Store } from '../../ports.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { type OnAside, readIfWhole, readObject, writeObject } from '../store/objects.ts';
import type { ReportObject, RunObject, SurveyObject } from '../store/run-objects.ts';
import { episodeEvents } from './episode-events.ts';

/** A run that ended, with what it was asked; no run object where it failed before it had one. */
export interface EndedRun {
  readonly run: RunObject | undefined;
  readonly report: ReportObject;
  /** What people were told of before it. */
  readonly book: EpisodeLog;
}

const failed = 'run-failed';
const waiting = 'plan-needs-approval';

/** What the end of the run itself is worth telling, besides what its plan found. */
const ownFindings = ({ report }: EndedRun): Finding[] => {
  const { runId, outcome, error, cause, plan } = report;
  const everywhere = { project: '', service: '' };
  if (outcome === 'failed') {
    const message = `Run ${runId} failed: ${error}: ${cause} Nothing is enforced until a run succeeds; see docs/runbook.md#run-failed.`;
    return [{ code: failed, ...everywhere, message }];
  }
  if (outcome !== 'needs-approval' || plan === null) return [];
  const reasons = plan.violations.map(({ message }) => message).join(' ');
  const message = `The plan of run ${runId} is held back: ${reasons} Look at it, then approve the digest ${plan.digest} (docs/deploy.md#approve-a-plan).`;
  return [{ code: waiting, ...everywhere, subject: plan.digest, message }];
};

const sightOf = ({ run, report }: EndedRun): RunScope => {
  const unread = new Set(report.unread.map(({ project }) => project));
  const asked = run?.projects.map(({ name }) => name) ?? [];
  return {
    listed: run?.listed ?? [],
    read: new Set(asked.filter((name) => !unread.has(name))),
    // An undo looks at what one run has changed, and for nothing else.
    planned: report.plan !== null && run?.undo === undefined,
  };
};

/** Budgets of which the plan does not know what all their services cost: what it did not find of them may still be so. */
const notLookedThrough = ({ report }: EndedRun): ReadonlySet<string | undefined> => {
  const findings = report.plan?.findings ?? [];
  return new Set(findings.filter(({ code }) => code === 'budget-incomplete').map(({ subject }) => subject));
};

/**
 * Whether an episode that was not found again is over. A plan no longer waits once it was approved, or once a run over all
 * projects came to another one, also where some could not be read: the digest that waits would not be the same.
 */
const endsIn = (ended: EndedRun): ((episode: Episode) => boolean) => {
  const { run, report } = ended;
  const seen = isInScope(sightOf(ended));
  const listed = run?.listed ?? [];
  const { planned } = sightOf(ended);
  const doubtful = notLookedThrough(ended);
  const askedAll = planned && listed.length > 0 && run?.projects.length === listed.length;
  return (episode) => {
    // A refused run has neither failed nor shown that runs succeed again.
    if (episode.code === failed) return report.outcome !== 'failed' && report.outcome !== 'refused';
    if (episode.code.startsWith('budget-') && doubtful.has(episode.subject)) return false;
    if (episode.code !== waiting) return seen(episode);
    return askedAll || (report.plan !== null && run?.approvedDigest === episode.subject);
  };
};

/** Reads the tags of the projects in which something begins; whatever cannot be read there is nobody's. */
const ownersIn = async (store: Store, { run, report }: EndedRun, projects: ReadonlySet<string>) => {
  if (run === undefined) return () => unowned;
  const tagged: Tagged[] = [];
  const concerned = run.projects.filter(({ name }) => projects.has(name));
  await inBatches(concerned, async ({ name, tags }) => {
    const survey = await readIfWhole<SurveyObject>(store, keys.snapshot(run.runId, name));
    tagged.push({ project: name, tags, services: survey?.services ?? [] });
  });
  return ownerBy(tagged, report.plan?.decisions ?? [], run.ownerTag);
};

/** What people were told of so far. */
export const readBook = async (store: Store, onAside?: OnAside): Promise<EpisodeLog> =>
  (await readObject<EpisodeLog>(store, keys.episodes, onAside)) ?? emptyEpisodeLog;

/**
 * Tells of what began and what is over with this run, each once: events for programs, notices for the owners. Only a run
 * that held the lease may tell, as they take turns with what is remembered. A try that ends between telling and
 * remembering tells again.
 */
export const publishEpisodes = async ({ store, bus, clock }: PublishPorts, ended: EndedRun): Promise<void> => {
  const { book } = ended;
  // What cannot be undone is told to whoever asked for it.
  const found = ended.run?.undo === undefined ? (ended.report.plan?.findings ?? []) : [];
  const findings = [...found, ...ownFindings(ended)];
  const follow = (owner: (place: Place) => string) =>
    followEpisodes(book.open, findings, endsIn(ended), owner, ended.report.endedAt);
  const projects = new Set(follow(() => unowned).opened.map(({ project }) => project));
  const course = follow(await ownersIn(store, ended, projects));
  const entered = recordEpisodes(book, course, clock.now());
  const events = episodeEvents(course, entered.notices, ended.report.runId);
  if (events.length > 0) await bus.publish(events);
  if (JSON.stringify(entered.log) !== JSON.stringify(book)) await writeObject(store, keys.episodes, entered.log);
};
