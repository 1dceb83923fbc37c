import { resolve } from 'node:path';
import { type StatusLine, worstOf } from '../../../core/status/status.ts';
import type { Context } from '../../../documents/contexts/contexts.ts';
import { keys } from '../../../run/store/keys.ts';
import { contextsFile, readContexts, withContext, writeContexts } from '../../session/contexts.ts';
import { openCommandStore } from '../../session/open-store.ts';
import { wireProfileFrom } from '../../session/wire-profile.ts';
import { type CommandLine, exitStatus } from '../../shell/command-line.ts';
import { flagsText } from '../../shell/command-text.ts';
import { canAsk, openQuestions } from '../../shell/confirm.ts';
import type { CommandContext } from '../command.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { localStatus } from '../../status/local-status.ts';
import type { InitFlags } from './options.ts';

/** `headroom init`: from nothing to a context and a first policy. */

const firstPolicy = `# The first policy of headroom init. Mode observe plans and writes nothing; read the plans, then set mode: enforce.
version: 1
mode: observe
rules:
  - name: everything
    match: { project: "*" }
    effect: enable
    maxAdditionalGb: 100
limits:
  maxAdditionalGb: 500 # the most that a rule, a tag of a service or a grant may set
# Your price per GB and month where the platform gives none; without it the plans of such services show no money:
# prices: { default: "0.15" }
`;

/** Answers a question, or undefined without a terminal. */
type Ask = (question: string) => Promise<string | undefined>;

/** Names everything that is missing at once, with an example. */
const missing = (needed: Readonly<Record<string, string | undefined>>): UsageError => {
  const names = Object.keys(needed).filter((name) => !needed[name]);
  const are = names.length === 1 ? 'is' : 'are';
  return new UsageError(
    `${names.join(' and ')} ${are} missing; write headroom init --base-url https://api.example.com --organization ID`,
  );
};

/** Asks for what flags and environment leave out; without a terminal they must say it. */
const contextFrom = async (line: CommandLine, flags: InitFlags, ask: Ask): Promise<Context> => {
  const { environment } = line;
  const baseUrl = flags.baseUrl || environment.HEADROOM_BASE_URL || (await ask('Address of the platform: '));
  const organization = flags.organization || environment.HEADROOM_ORGANIZATION || (await ask('Organization ID: '));
  if (!baseUrl || !organization) throw missing({ '--base-url': baseUrl, '--organization': organization });
  const name = flags.name ?? ((await ask(`Name of the context [${organization}]: `)) || organization);
  const { profile } = wireProfileFrom(flags, environment);
  const store = flags.store ?? environment.HEADROOM_STORE;
  const tokenFile = flags.tokenFile ?? environment.HEADROOM_SECRET_FILE;
  // Contexts are used from any folder.
  const place = store === undefined || /^[a-z][a-z0-9+.-]*:\/\//i.test(store) ? store : resolve(store);
  return {
    name,
    baseUrl,
    organization,
    ...(profile !== 'documented' && { profile }),
    ...(place && { store: place }),
    ...(tokenFile && { tokenFile: resolve(tokenFile) }),
  };
};

/** The context of flags, environment and answers. */
const askedContext = async (line: CommandLine, flags: InitFlags): Promise<Context> => {
  if (!canAsk(line)) return contextFrom(line, flags, async () => undefined);
  const questions = openQuestions(line);
  try {
    return await contextFrom(line, flags, questions.ask);
  } finally {
    questions.close();
  }
};

/** Parts of the status that must be in order before anything is written. */
const checkedParts = ['secret', 'platform', 'permissions'];

/** Remedy of the status for a missing token. */
const storeToken = 'headroom token store';

/** As the status, whose remedy takes platform and organization from a context; there is none yet. */
const withFlags = (lines: readonly StatusLine[], { baseUrl, organization, tokenFile }: Context): StatusLine[] =>
  lines.map((each) => {
    if (each.remedy !== storeToken || tokenFile !== undefined) return each;
    return { ...each, remedy: `${storeToken} ${flagsText({ 'base-url': baseUrl, organization })}` };
  });

/** Checks the connection and the role, then writes the context and a first policy; exit 1 and no writes on a problem. */
export const run = async ({ line, flags, console }: CommandContext<InitFlags>): Promise<number> => {
  const all = await readContexts(line.environment);
  const context = await askedContext(line, flags);
  const contexts = [...all.contexts.filter(({ name }) => name !== context.name), context];
  const file = contextsFile(line.environment);
  const environment = await withContext(line.environment, context.name, {}, { ...all, contexts });
  const there = { ...line, environment };
  const status = await localStatus(there, {}, { all: false, console });
  const lines = withFlags(
    status.lines.filter(({ subject }) => checkedParts.includes(subject)),
    context,
  );
  const isProblem = worstOf(lines) === 'problem';
  const store = await openCommandStore(environment, {});
  const policy = isProblem || (await store.get(keys.policy)) !== undefined ? 'unchanged' : 'written';
  if (policy === 'written') await store.put(keys.policy, firstPolicy);
  if (!isProblem) await writeContexts(line.environment, { current: context.name, contexts });
  console.answer({ context, file, checks: lines, written: !isProblem, policy }, () => {
    console.table(
      ['part', 'verdict', 'status', 'remedy'],
      lines.map(({ subject, verdict, says, remedy }) => [subject, verdict, says, remedy]),
    );
    if (isProblem) console.line('Nothing was written: fix the problems, then run headroom init again.');
    else {
      console.line(`Context ${context.name} is in ${file} and is the current one.`);
      console.line(
        policy === 'written'
          ? `First policy with mode observe: ${keys.policy} in the store. Next: headroom plan`
          : 'The store has a policy, which is unchanged. Next: headroom plan',
      );
    }
  });
  return isProblem ? exitStatus.failed : exitStatus.ok;
};
