import { stringify } from 'yaml';
import * as z from 'zod';
import { profiles } from '../../core/model/profile.ts';
import { readChecked } from '../checked-document.ts';
import { name } from '../policy-parts.ts';

const text = z.string().regex(/\S/, 'must not be empty');

/** One organization with its platform and store. The token is never part of it, only the file that contains it. */
const context = z.strictObject({
  name,
  baseUrl: text,
  organization: text,
  profile: z.enum(profiles).optional(),
  store: text.optional(),
  /** Named profile of AWS whose credentials reach the store and the deployment. */
  awsProfile: text.optional(),
  tokenFile: text.optional(),
});

const contexts = z.strictObject({
  /** Name of the context of commands without --context; absent for none. */
  current: name.optional(),
  contexts: z.array(context).default([]),
});

export type Context = Readonly<z.infer<typeof context>>;

/** The contexts of a user, each name once. */
export interface Contexts {
  readonly current?: string;
  readonly contexts: readonly Context[];
}

const repeatedName = ({ contexts: all }: Contexts): string | undefined => {
  const names = all.map((one) => one.name);
  return names.find((one, at) => names.indexOf(one) !== at);
};

/**
 * Reads the contexts of a user, YAML 1.2.
 * @returns the contexts, or all errors, one per line: `FILE:LINE:COLUMN path: message`
 */
export const parseContexts = (
  body: string,
  fileName: string,
): { readonly contexts: Contexts } | { readonly errors: string } => {
  const checked = readChecked(body, fileName, contexts);
  if ('errors' in checked) return checked;
  const repeated = repeatedName(checked.data);
  return repeated === undefined
    ? { contexts: checked.data }
    : { errors: `${fileName}: two contexts have the name ${repeated}` };
};

export const contextsText = (all: Contexts): string =>
  `# Contexts of headroom. A token never belongs here: tokenFile names the file that contains it.\n${stringify(all)}`;
