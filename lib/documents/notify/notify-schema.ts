import * as z from 'zod';
import { findingCodes } from '../../core/model/findings/findings.ts';
import { compilePatterns } from '../../core/policy/glob.ts';
import { patterns } from '../policy-parts.ts';

/** A misspelt code would keep its notices from everyone. */
const codes = patterns
  .refine((globs) => globs.every((glob) => glob.startsWith('!') || findingCodes.some(compilePatterns([glob]))), {
    error: 'matches no code of a finding, such as disk-full, run-failed or plan-needs-approval',
  })
  .optional();

const match = z
  .strictObject({
    owner: patterns.optional().describe('Owners (see ownerTag): globs with * and ?; a leading ! excludes.'),
    project: patterns
      .optional()
      .describe('Project names: globs with * and ?. A finding about the organization has the empty name.'),
    service: patterns
      .optional()
      .describe('Service names: globs with * and ?. A finding about a project has the empty name.'),
    code: codes.describe('Codes of findings, such as disk-full, run-failed or plan-needs-approval, as globs.'),
    urgent: z
      .boolean()
      .optional()
      .describe('true: only notices that are sent at once; false: only those of the daily notice.'),
  })
  .refine((member) => Object.keys(member).length > 0, 'must have at least one condition; owner: "*" matches everything')
  .meta({ minProperties: 1 });

/** Name of a channel in the settings that contain its address. */
const channel = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be lowercase letters, digits and "-", starting with a letter');

/** Channels of notices. Their addresses and keys are elsewhere, because people share policies. */
export const notify = z
  .array(
    z.strictObject({
      channel: channel.describe('Name of the channel; headroom notify test NAME tries it.'),
      match: match.describe('Findings that the channel is notified of: they must meet every condition.'),
    }),
  )
  .min(1, 'must list at least one entry')
  .optional()
  .describe(
    'Channels of people, such as Slack, Teams, mail or a webhook, and the findings that each is notified of. Every entry that matches counts; a channel gets each finding once. Addresses and keys are in no policy.',
  );

const address = z.string().refine(
  (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  },
  { error: 'must be an address such as https://headroom.example.com, without a password' },
);

/** Addresses that messages link to. */
export const links = z
  .strictObject({
    dashboard: address.optional().describe('Address of headroom dashboard, as readers of the messages reach it.'),
    runbook: address.optional().describe('Address of docs/runbook.md, or of your own page with the same sections.'),
  })
  .optional()
  .describe('Addresses that messages link to.');
