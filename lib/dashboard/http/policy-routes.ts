import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod';
import { PolicyInvalid } from '../../contract/errors.ts';
import { keys } from '../../run/store/keys.ts';
import { mostCharacters, policy, type RuleFacts, type Trial } from '../pages/policy.ts';
import type { PageContext } from './page-context.ts';

/** What tries edited policies; it writes nothing. */
export interface Trials {
  /** The policy in force, to begin with: of the store, else of the latest run; undefined if there is none. */
  readonly start: (runId: string | undefined) => Promise<string | undefined>;
  /** Counts what a policy would change of what a run has read; undefined before the first run. */
  readonly run: (policy: string, runId: string | undefined) => Promise<Trial>;
}

export interface PolicyOptions {
  readonly trials: Trials;
  /** The rules of a policy. @throws PolicyInvalid */
  readonly rulesOf: (text: string) => readonly RuleFacts[];
}

/** Bytes of a form with a policy; the text is encoded in up to three times its size. */
const mostOfPolicy = 1_000_000;

/** Forms end every line with CR and LF. */
const form = z.object({
  policy: z
    .string()
    .max(mostCharacters)
    .transform((text) => text.replaceAll('\r\n', '\n')),
});

const tooLarge = (c: Context): Response =>
  c.text('The policy is larger than this page edits; use headroom policy diff and headroom simulate.\n', 413);

/** The rules of a policy, or why it has none. */
const readRules = (rulesOf: PolicyOptions['rulesOf'], text: string | undefined): readonly RuleFacts[] | string => {
  try {
    return text === undefined ? [] : rulesOf(text);
  } catch (error) {
    if (error instanceof PolicyInvalid) return error.message;
    throw error;
  }
};

/** The policy in force, and what another text would change. */
export const addPolicyRoutes = (
  app: Hono,
  { reader, show, store }: PageContext,
  { trials, rulesOf }: PolicyOptions,
): void => {
  const page = async (c: Context, edited?: { readonly text: string; readonly trial: Trial }) => {
    const latest = await reader.latest();
    const isStored = (await store.get(keys.policy)) !== undefined;
    const start = await trials.start(latest.report?.runId);
    const facts = { isStored, listed: readRules(rulesOf, start), text: start, ...edited };
    const main = policy(facts, latest.report?.plan?.decisions ?? []);
    return show(c, latest, { at: '/policy', title: 'Policy', main });
  };

  app.use('/policy', bodyLimit({ maxSize: mostOfPolicy, onError: tooLarge }));
  app.get('/policy', (c) => page(c));
  app.post('/policy', async (c) => {
    const text = form.safeParse(await c.req.parseBody()).data?.policy;
    if (text === undefined) return tooLarge(c);
    const { runId } = (await reader.latest()).report ?? {};
    return page(c, { text, trial: await trials.run(text, runId) });
  });
};
