import type { Settings } from '../../contract/settings.ts';
import { version } from '../../contract/version.ts';

/** Where a section of the runbook is: a command that needs no network, and a link where the settings have an address. */
export const runbookText = (section: string, { runbookUrl }: Pick<Settings, 'runbookUrl'>): string => {
  const link = runbookUrl === undefined ? '' : `, or ${runbookUrl.replaceAll('{version}', version)}#${section}`;
  return `headroom runbook ${section}${link}`;
};
