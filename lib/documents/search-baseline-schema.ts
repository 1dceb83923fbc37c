import * as z from 'zod';
import type { WantedOption } from '../core/model/policy-document.ts';
import type { Profile } from '../core/model/profile.ts';
import type { OptionValue, SearchConfiguration } from '../core/model/search-configuration.ts';
import { checkSearchConfig } from '../wire/search-options/check.ts';
import { optionValue } from '../wire/search-options/constraints.ts';
import { namedOptions, type OptionPath, optionAt } from '../wire/search-options/facts.ts';
import type { Option } from '../wire/search-options/option.ts';
import { searchSchema } from '../wire/search-options/schema.ts';

/** Why an option cannot be part of a baseline; undefined when it can. */
const refusal = ({ secret, createOnly, deprecated }: Option): string | undefined => {
  if (secret) return 'a secret does not belong in a policy document; set it on the service';
  if (createOnly)
    return 'has an effect only when a service is created, so it cannot be kept on one that is there: delete it';
  return deprecated === undefined ? undefined : `is deprecated (${deprecated}), so no baseline may set it: delete it`;
};

interface Refused {
  readonly path: OptionPath;
  readonly message: string;
}

const refused = (config: unknown, profile: Profile): Refused[] =>
  namedOptions(profile).flatMap(({ path, option }) => {
    const message = refusal(option);
    return message === undefined || optionValue(config, path) === undefined ? [] : [{ path, message }];
  });

/** Nothing named, not even inside an object: such a baseline would keep nothing. */
const isEmpty = (config: unknown): boolean =>
  typeof config === 'object' && config !== null && Object.values(config).every(isEmpty);

const configOf = (profile: Profile) =>
  z
    .unknown()
    .superRefine((config, context) => {
      const mine = refused(config, profile);
      const said = new Set(mine.map(({ path }) => path.join('.')));
      const { issues } = checkSearchConfig(config, { whole: false, creates: false, profile });
      const others = issues.filter(({ path }) => !said.has(path.join('.')));
      for (const { path, message } of mine) context.addIssue({ code: 'custom', path: [...path], message });
      if (isEmpty(config)) context.addIssue({ code: 'custom', message: 'must name at least one option' });
      // A pipe goes on after unknown keys alone, and then the schema tells them itself.
      const goesOn = context.issues.length === 0 && others.every(({ code }) => code === 'unrecognized_keys');
      if (!goesOn) context.issues.push(...(others as z.core.$ZodRawIssue[]));
    })
    .pipe(searchSchema(profile, 'part'))
    .describe('The options and their values; null keeps the default.');

/** One for each profile, made when it is first asked for. */
const made = new Map<Profile, ReturnType<typeof configOf>>();

/**
 * Configuration of a baseline: a part of a `user_config`, checked by the same schema and rules, and only of what can be
 * kept on a service. The checks come before the schema, whose own issues would show what stands at a secret option.
 */
export const baselineConfig = (profile: Profile): ReturnType<typeof configOf> => {
  const config = made.get(profile) ?? configOf(profile);
  made.set(profile, config);
  return config;
};

const wantedBelow = (config: SearchConfiguration, path: readonly string[], profile: Profile): WantedOption[] =>
  Object.entries(config).flatMap(([name, value]) => {
    const option = optionAt([...path, name], profile);
    if (option?.kind === 'group') return wantedBelow(value as SearchConfiguration, [...path, name], profile);
    const standard = option?.default as OptionValue | undefined;
    const said = { path: [...path, name].join('.'), value };
    return [standard === undefined ? said : { ...said, default: standard }];
  });

/** The options that a checked baseline names, one by one, with the defaults of the profile. */
export const wantedOptions = (config: SearchConfiguration, profile: Profile): WantedOption[] =>
  wantedBelow(config, [], profile);
