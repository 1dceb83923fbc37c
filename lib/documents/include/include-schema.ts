import * as z from 'zod';
import { acceptableCodes } from '../../core/findings/finding-codes.ts';
import { largestMaximumGb } from '../../core/policy/override-tags.ts';
import { policyDefaults } from '../../core/policy/policy-defaults.ts';
import { name, patterns, whole } from '../policy-parts.ts';

const maximumGb = whole.max(largestMaximumGb);

const { share } = policyDefaults;

/** One included file and the bounds of the organization for it. */
const includedFile = z.strictObject({
  file: z
    .string()
    .max(200)
    .regex(
      /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\.(?:yaml|yml|json)$/,
      'must be the path of a YAML or JSON file below the folder of this document, like teams/data.yaml',
    )
    .describe('Path of the file, relative to this document, like teams/data.yaml.'),
  projects: patterns.describe(
    'Projects in which the file may choose: globs with * and ?; a leading ! excludes. Its rules match no others.',
  ),
  maxAdditionalGb: maximumGb.describe(
    'Largest maximum in whole GB that the file, or a tag in these projects, may set.',
  ),
  effects: z
    .array(z.enum(['enable', 'disable', 'ignore']))
    .min(1, 'must list at least one effect')
    .default(['enable'])
    .describe('Effects that rules of the file may have.'),
  budget: name
    .optional()
    .describe(
      'Name of the budget of all services in these projects, whatever the matches of the budgets say. Omitted: those decide.',
    ),
  priority: whole
    .min(1)
    .max(1000)
    .default(share.priority)
    .describe('Highest budget tier that rules of the file may have, 1 first; it applies to rules without one.'),
  weight: whole.min(1).max(1000).default(share.weight).describe('Largest weight that rules of the file may have.'),
  atLeastGb: maximumGb
    .default(share.atLeastGb)
    .describe('Largest guaranteed share of the budget per service that rules of the file may have, in whole GB.'),
  accept: z
    .array(z.enum(acceptableCodes as [string, ...string[]]))
    .default([])
    .describe('Codes of the findings that the file may accept for services and projects in these projects.'),
});

/** Files in which teams choose for their projects. */
export const include = z.array(includedFile).min(1, 'must list at least one file');

/** Bounds of the organization for every rule, included file and tag. */
export const limits = z.strictObject({
  maxAdditionalGb: maximumGb.describe(
    'Largest maximum additional storage in whole GB. A rule or included file with a larger one is an error; a tag sets at most this.',
  ),
});

/** An included file as the organization's document describes it. */
export type IncludedFile = z.infer<typeof includedFile>;
