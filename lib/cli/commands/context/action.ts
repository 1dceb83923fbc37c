import type { Context } from '../../../documents/contexts/contexts.ts';
import { contextNamed, contextsFile, readContexts, writeContexts } from '../../session/contexts.ts';
import type { CommandContext } from '../command.ts';
import type { OutputFlags } from '../../shell/output.ts';
import { UsageError } from '../../shell/usage-error.ts';

/** `headroom context`: the organizations that this user works with. */

/** Lists all contexts; the current one has a star. */
export const list = async ({ line, console }: CommandContext<OutputFlags>): Promise<void> => {
  const { current = null, contexts } = await readContexts(line.environment);
  console.answer({ current, contexts }, () => {
    if (contexts.length === 0 && !console.isData) return console.line('No contexts yet. Write one with headroom init.');
    console.records(
      ['current', 'name', 'organization', 'base URL', 'profile', 'store', 'AWS profile', 'token file'],
      contexts.map(({ name, organization, baseUrl, profile = '', store = '', awsProfile = '', tokenFile = '' }) => [
        name === current ? '*' : '',
        name,
        organization,
        baseUrl,
        profile,
        store,
        awsProfile,
        tokenFile,
      ]),
    );
  });
};

/** Makes a context the current one. @throws UsageError if there is no such context */
export const use = async ({ line, console }: CommandContext<object>, name: string): Promise<void> => {
  const all = await readContexts(line.environment);
  const { organization, baseUrl } = contextNamed(all, name);
  await writeContexts(line.environment, { ...all, current: name });
  console.line(`Current context: ${name} (organization ${organization} at ${baseUrl}).`);
};

const labels: Readonly<Record<Exclude<keyof Context, 'name'>, string>> = {
  baseUrl: 'base URL',
  organization: 'organization',
  profile: 'profile',
  store: 'store',
  awsProfile: 'AWS profile',
  tokenFile: 'token file',
};

/** Shows one context. @throws UsageError if there is no such context, or no current one */
export const show = async ({ line, console }: CommandContext<OutputFlags>, named?: string): Promise<void> => {
  const all = await readContexts(line.environment);
  const name = named ?? all.current;
  if (name === undefined)
    throw new UsageError('there is no current context; choose one with headroom context use NAME');
  const context = contextNamed(all, name);
  const isCurrent = name === all.current;
  const file = contextsFile(line.environment);
  console.answer({ ...context, current: isCurrent, file }, () => {
    console.line({ text: `${name}${isCurrent ? ' (current)' : ''}`, style: 'bold' });
    for (const [member, label] of Object.entries(labels)) {
      const value = context[member as keyof Context];
      if (value !== undefined) console.line(`${label}: ${value}`);
    }
    console.line(`in ${file}`);
  });
};
