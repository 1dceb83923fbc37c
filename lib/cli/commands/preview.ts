import type { RunRequest } from '../../contract/run-request.ts';
import { mayLook } from '../../core/model/mode.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { RunObject } from '../../run/store/run-objects.ts';
import { look, offer, type Session } from '../session/session.ts';
import { exitStatus } from '../shell/command-line.ts';
import type { PolicyFlags } from '../shell/options.ts';
import { planDocument, showPlan, showPlanLine } from '../views/plan-view.ts';
import type { PlanContext } from './command.ts';

/** What a command would write. */
interface Preview {
  /** The command, as the run's trigger shows it. */
  readonly command: string;
  readonly request: Omit<RunRequest, 'trigger' | 'readOnly' | 'approvedDigest'>;
  /** What the JSON has of the request. */
  readonly asked: object;
  /** Next command under mode stop. */
  readonly next?: string;
  /** Rejects a request before the look. */
  readonly check?: (session: Session) => Promise<void>;
  /** Keeps the plan that was made. */
  readonly keep?: (document: ReturnType<typeof planDocument>, session: Session, run: RunObject) => Promise<void>;
  /** What follows the plan. */
  readonly notesOf: (plan: Plan) => readonly (string | undefined)[];
}

const stoppedText = (next: string | undefined): string =>
  `Mode is stop: no calls were made.${next === undefined ? '' : ` Next: ${next}`}`;

/** Shows what a command would write, and proposes it if it needs approval. */
export const preview = (
  { open, console, flags }: PlanContext<PolicyFlags>,
  { command, request, asked, next, check, keep, notesOf }: Preview,
): Promise<number> =>
  open('looks', async (session) => {
    await check?.(session);
    const { plan: made, run } = await look(session, { trigger: { kind: 'manual', by: command }, ...request });
    const plan = mayLook(run.mode) ? await offer(session, run, made) : made;
    const document = planDocument(plan, session.connection.client.calls(), null, request.undo);
    if (flags.json) console.json({ ...document, ...asked });
    if (!mayLook(run.mode)) {
      console.line(stoppedText(next));
      return exitStatus.notWritten;
    }
    await keep?.(document, session, run);
    if (!flags.json) showPlan(console, plan);
    for (const text of notesOf(plan)) if (text !== undefined) console.note(text);
    if (!flags.json) showPlanLine(console, plan);
    return exitStatus.ok;
  });
