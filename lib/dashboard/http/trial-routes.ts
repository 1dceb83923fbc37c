import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { stream } from 'hono/streaming';
import * as z from 'zod';
import { type Trial, type TrialText, trialPage, trialPart, trialStatus, usualFile } from '../pages/simulation/trial.ts';
import { html, type Markup } from '../pictures/html.ts';
import type { PageContext } from './page-context.ts';
import { underRoot } from './under-root.ts';

interface AskedTrial {
  /** The run whose readings count; undefined before the first. */
  readonly runId: string | undefined;
  /** Ends it: a newer trial has begun, or its reader has left. */
  readonly signal: AbortSignal;
}

/** What tries edited policies; it writes nothing. */
export interface Trials {
  /** The policy in force, to begin with: of the store, else of the latest run; undefined if there is none. */
  readonly start: (runId: string | undefined) => Promise<string | undefined>;
  /**
   * Counts what a policy would do.
   * @param show is called with more each time; the result is the last
   */
  readonly run: (edited: TrialText, asked: AskedTrial, show: (trial: Trial) => void) => Promise<Trial>;
  /** A patch of the policy in force; empty without a difference. */
  readonly patch: (edited: TrialText, runId: string | undefined) => Promise<string>;
}

/** Bytes of a form with a policy; the text is encoded in up to three times its size. */
const mostOfPolicy = 1_000_000;

/** Characters of a policy that a page edits. */
const mostCharacters = 300_000;

const form = z.object({
  // Forms end every line with CR and LF.
  policy: z
    .string()
    .max(mostCharacters)
    .transform((text) => text.replaceAll('\r\n', '\n')),
  file: z
    .string()
    .max(200)
    .transform((text) => text.trim() || usualFile),
});

const tooLarge = (c: Context): Response =>
  c.text('The policy is larger than this page edits; use headroom policy diff and headroom simulate.\n', 413);

/** The form of a request; undefined if it is too large. */
const editedOf = async (c: Context): Promise<TrialText | undefined> => form.safeParse(await c.req.parseBody()).data;

/** Sends each state of a trial in a line of its own. */
const streamed = (
  c: Context,
  run: (show: (trial: Trial) => void) => Promise<Trial>,
  begun: AbortController,
): Response => {
  c.header('content-type', 'application/x-ndjson; charset=utf-8');
  return stream(c, async (lines) => {
    lines.onAbort(() => begun.abort());
    let written = Promise.resolve();
    const show = (trial: Trial) => {
      const line = JSON.stringify({ text: trialStatus(trial), html: underRoot(c, trialPart(trial)) });
      written = written.then(async () => void (await lines.write(`${line}\n`)));
    };
    show(await run(show));
    await written;
  });
};

/** The page on which a person edits the policy and sees what it would do. One trial runs at a time: the newest. */
export const addTrialRoutes = (app: Hono, { reader, show }: PageContext, trials: Trials): void => {
  const routes = new Hono();
  let newest = new AbortController();
  const begin = (): AbortController => {
    newest.abort();
    newest = new AbortController();
    return newest;
  };
  const runId = async () => (await reader.latest()).report?.runId;
  const page = async (c: Context, main: Markup) =>
    show(c, await reader.latest(), { at: '/simulation', title: 'Simulation', main });

  routes.use(bodyLimit({ maxSize: mostOfPolicy, onError: tooLarge }));
  routes.get('/', async (c) => {
    const policy = await trials.start(await runId());
    if (policy !== undefined && policy.length <= mostCharacters) return page(c, trialPage({ policy, file: usualFile }));
    const why = policy === undefined ? 'No policy is in the store.' : 'The policy is larger than this page edits.';
    return page(
      c,
      html`<section class="card"><p class="empty">${why} Simulate a file: <code>headroom simulate --from-store --policy policy.yaml</code></p></section>`,
    );
  });
  routes.post('/', async (c) => {
    const edited = await editedOf(c);
    if (edited === undefined) return tooLarge(c);
    const begun = begin();
    const asked = { runId: await runId(), signal: begun.signal };
    if (c.req.header('accept')?.includes('application/x-ndjson'))
      return streamed(c, (progress) => trials.run(edited, asked, progress), begun);
    return page(c, trialPage(edited, await trials.run(edited, asked, () => {})));
  });
  routes.post('/patch', async (c) => {
    const edited = await editedOf(c);
    if (edited === undefined) return tooLarge(c);
    c.header('content-disposition', 'attachment; filename="policy.patch"');
    return c.body(await trials.patch(edited, await runId()), 200, { 'content-type': 'text/x-diff; charset=utf-8' });
  });
  app.route('/simulation', routes);
};
