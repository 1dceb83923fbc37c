import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { quoted } from '../../../core/model/visible-text.ts';
import { type StatusLine, worstOf } from '../../../core/status/status.ts';
import { replaceFile } from '../../../local/whole-file.ts';
import { keys } from '../../../run/store/keys.ts';
import { defaultFolder, openCommandStore } from '../../session/open-store.ts';
import { wireProfileFrom } from '../../session/wire-profile.ts';
import { type CommandLine, exitStatus } from '../../shell/command-line.ts';
import { flagsText } from '../../shell/command-text.ts';
import { canAsk, openQuestions } from '../../shell/confirm.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { localStatus } from '../../status/local-status.ts';
import type { CommandContext } from '../command.ts';
import type { InitFlags } from './options.ts';

/** The variables of one organization, never its token. */
type OrganizationSettings = Readonly<Record<`HEADROOM_${string}`, string>>;

/** The file with the variables of an organization, beside its token and channels. */
const environmentFile = (environment: Readonly<Record<string, string | undefined>>, organization: string): string =>
  join(
    environment.XDG_CONFIG_HOME || join(homedir(), '.config'),
    'headroom',
    encodeURIComponent(organization),
    'headroom.env',
  );

/** The variables as a shell and systemd read them; without characters that need quotes, as Docker does too. */
const environmentText = (variables: OrganizationSettings): string =>
  [
    '# Settings of headroom for one organization. The token never belongs here.',
    ...Object.entries(variables).map(([name, value]) => `${name}=${value === '' ? '' : quoted(value)}`),
    '',
  ].join('\n');

/** `headroom init`: from nothing to settings and a first policy. */

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

/** Settings that flags, environment and answers give. */
interface Asked {
  readonly organization: string;
  /** `HEADROOM_TOKEN` is empty where a file has the token, so that tokens of two organizations are never mixed. */
  readonly variables: OrganizationSettings;
}

/** Asks for what flags and environment leave out; without a terminal they must say it. */
const settingsFrom = async (line: CommandLine, flags: InitFlags, ask: Ask): Promise<Asked> => {
  const { environment } = line;
  const baseUrl = flags.baseUrl || environment.HEADROOM_BASE_URL || (await ask('Address of the platform: '));
  const organization = flags.organization || environment.HEADROOM_ORGANIZATION || (await ask('Organization ID: '));
  if (!baseUrl || !organization) throw missing({ '--base-url': baseUrl, '--organization': organization });
  const { profile } = wireProfileFrom(flags, environment);
  const store = (flags.store ?? environment.HEADROOM_STORE) || defaultFolder(environment, organization);
  const tokenFile = flags.tokenFile ?? environment.HEADROOM_SECRET_FILE;
  const variables: OrganizationSettings = {
    HEADROOM_BASE_URL: baseUrl,
    HEADROOM_ORGANIZATION: organization,
    HEADROOM_PROFILE: profile,
    // The file is used from any folder.
    HEADROOM_STORE: /^[a-z][a-z0-9+.-]*:\/\//i.test(store) ? store : resolve(store),
    ...(tokenFile && { HEADROOM_SECRET_FILE: resolve(tokenFile), HEADROOM_TOKEN: '' }),
  };
  return { organization, variables };
};

/** The settings of flags, environment and answers. */
const askedSettings = async (line: CommandLine, flags: InitFlags): Promise<Asked> => {
  if (!canAsk(line)) return settingsFrom(line, flags, async () => undefined);
  const questions = openQuestions(line);
  try {
    return await settingsFrom(line, flags, questions.ask);
  } finally {
    questions.close();
  }
};

/** Parts of the status that must be in order before anything is written. */
const checkedParts = ['secret', 'platform', 'permissions'];

/** Remedy of the status for a missing token. */
const storeToken = 'headroom token store';

/** As the status, whose remedy takes platform and organization from the environment; it does not have them yet. */
const withFlags = (lines: readonly StatusLine[], { organization, variables }: Asked): StatusLine[] =>
  lines.map((each) => {
    if (each.remedy !== storeToken || variables.HEADROOM_SECRET_FILE !== undefined) return each;
    const flags = { 'base-url': variables.HEADROOM_BASE_URL, organization };
    return { ...each, remedy: `${storeToken} ${flagsText(flags)}` };
  });

/** Checks the connection and the role, then writes the settings and a first policy; exit 1 and no writes on a problem. */
export const run = async ({ line, flags, console }: CommandContext<InitFlags>): Promise<number> => {
  const asked = await askedSettings(line, flags);
  const file = flags.out ?? environmentFile(line.environment, asked.organization);
  const environment = { ...line.environment, ...asked.variables };
  const status = await localStatus({ ...line, environment }, {}, { all: false, console });
  const lines = withFlags(
    status.lines.filter(({ subject }) => checkedParts.includes(subject)),
    asked,
  );
  const isProblem = worstOf(lines) === 'problem';
  const store = await openCommandStore(environment, {});
  const policy = isProblem || (await store.get(keys.policy)) !== undefined ? 'unchanged' : 'written';
  if (policy === 'written') await store.put(keys.policy, firstPolicy);
  if (!isProblem) await replaceFile(file, environmentText(asked.variables));
  console.answer({ variables: asked.variables, file, checks: lines, written: !isProblem, policy }, () => {
    console.table(
      ['part', 'verdict', 'status', 'remedy'],
      lines.map(({ subject, verdict, says, remedy }) => [subject, verdict, says, remedy]),
    );
    if (isProblem) {
      console.line('Nothing was written: fix the problems, then run headroom init again.');
      return;
    }
    console.line(
      policy === 'written'
        ? `First policy with mode observe: ${keys.policy} in the store.`
        : 'The store has a policy, which is unchanged.',
    );
    console.line(`Next: set -a; . ${quoted(file)}; set +a; headroom plan`);
  });
  return isProblem ? exitStatus.failed : exitStatus.ok;
};
