import * as z from 'zod';
import type { Profile } from '../core/model/model.ts';
import { valueAt } from '../core/model/plain-data.ts';
import type { WantedOption } from '../core/model/policy-document.ts';
import { oncePerText } from '../core/model/remembering.ts';
import type { OptionValue, SearchConfiguration } from '../core/model/search-configuration.ts';
import { checkSearchConfig } from '../wire/search-options/check.ts';
import { namedOptions, type Option, type OptionPath, optionAt } from '../wire/search-options/options.ts';
import { searchSchema } from '../wire/search-options/schema.ts';

/** Reason why an option is not allowed in a baseline, or undefined. */
const refusal = ({
  writeOnly,
  'x-create-only': createOnly,
  'x-deprecated': deprecated,
}: Option): string | undefined => {
  if (writeOnly) return 'must not be in a policy document because it is a secret; set it on the service';
  if (createOnly) return 'takes effect only when a service is created, so a baseline cannot enforce it: delete it';
  return deprecated === undefined
    ? undefined
    : `is deprecated (${deprecated}) and not allowed in a baseline: delete it`;
};

interface Refused {
  readonly path: OptionPath;
  readonly message: string;
}

const refused = (config: unknown, profile: Profile): Refused[] =>
  namedOptions(profile).flatMap(({ path, option }) => {
    const message = refusal(option);
    return message === undefined || valueAt(config, path) === undefined ? [] : [{ path, message }];
  });

/** Whether the configuration names no option, also not in nested objects. */
const isEmpty = (config: unknown): boolean =>
  typeof config === 'object' && config !== null && Object.values(config).every(isEmpty);

const configOf = (profile: Profile) =>
  z
    .unknown()
    .superRefine((config, context) => {
      const refusals = refused(config, profile);
      const reported = new Set(refusals.map(({ path }) => path.join('.')));
      const { issues } = checkSearchConfig(config, { whole: false, creates: false, profile });
      const others = issues.filter(({ path }) => !reported.has(path.join('.')));
      for (const { path, message } of refusals) context.addIssue({ code: 'custom', path: [...path], message });
      if (isEmpty(config)) context.addIssue({ code: 'custom', message: 'must name at least one option' });
      // A pipe continues only after unknown keys, and then its schema reports them itself.
      const goesOn = context.issues.length === 0 && others.every(({ code }) => code === 'unrecognized_keys');
      if (!goesOn) context.issues.push(...(others as z.core.$ZodRawIssue[]));
    })
    .pipe(searchSchema(profile, 'part'))
    .describe('Options and their values; null enforces the default.');

/**
 * Configuration of a baseline: a partial `user_config` with the same schema and rules, limited to enforceable options. The
 * checks run before the schema, because its messages would quote the value of a secret option.
 */
export const baselineConfig = oncePerText(configOf);

const wantedBelow = (config: SearchConfiguration, path: readonly string[], profile: Profile): WantedOption[] =>
  Object.entries(config).flatMap(([name, value]) => {
    const option = optionAt([...path, name], profile);
    if (option?.properties !== undefined) return wantedBelow(value as SearchConfiguration, [...path, name], profile);
    const standard = option?.default as OptionValue | undefined;
    const wanted = { path: [...path, name].join('.'), value };
    return [standard === undefined ? wanted : { ...wanted, default: standard }];
  });

/** Options of a checked baseline as a flat list, with the defaults of the profile. */
export const wantedOptions = (config: SearchConfiguration, profile: Profile): WantedOption[] =>
  wantedBelow(config, [], profile);
