import { homedir } from 'node:os';
import { join } from 'node:path';
import { quoted } from '../shell/command-text.ts';

/** The variables of one organization, never its token. */
export type OrganizationSettings = Readonly<Record<`HEADROOM_${string}`, string>>;

/** The file with the variables of an organization, beside its token and channels. */
export const environmentFile = (
  environment: Readonly<Record<string, string | undefined>>,
  organization: string,
): string =>
  join(
    environment.XDG_CONFIG_HOME || join(homedir(), '.config'),
    'headroom',
    encodeURIComponent(organization),
    'headroom.env',
  );

/** The variables as a shell and systemd read them; without characters that need quotes, as Docker does too. */
export const environmentText = (variables: OrganizationSettings): string =>
  [
    '# Settings of headroom for one organization. The token never belongs here.',
    ...Object.entries(variables).map(([name, value]) => `${name}=${value === '' ? '' : quoted(value)}`),
    '',
  ].join('\n');
