import fc from 'fast-check';
import type { Service, Tags } from '../../../lib/core/model/model.ts';
import { aService } from '../../core/organization.ts';

/** Random organizations, the files of their teams, and services with tags. */

export const projects = ['data-a', 'data-b', 'shop-a', 'web'];
const projectGlobs = fc.constantFrom('*', 'data-*', 'shop-*', 'data-a', '!data-b', 'web');
const gb = fc.constantFrom(0, 1, 50, 100, 300, 301, 500, 1000);
const small = fc.integer({ min: 1, max: 3 });
const key = 'disk-autoscaler';

const matches = fc.oneof(
  projectGlobs.map((project) => ({ project })),
  fc.constantFrom('s*', 't').map((service) => ({ service })),
  fc.constantFrom('on', 'x').map((value) => ({ tags: { [key]: value } })),
  fc.constant({ tags: { team: 'x' } }),
);

interface Choice {
  readonly effect: string;
  readonly maxAdditionalGb?: number | 'forecast';
  readonly forecast?: { readonly ceilingGb: number };
  readonly maxByTagGb?: number;
  readonly priority?: number;
  readonly weight?: number;
  readonly atLeastGb?: number;
}

const enabling = fc
  .record(
    { maxAdditionalGb: gb, maxByTagGb: gb, priority: small, weight: small, atLeastGb: fc.constantFrom(0, 1, 50) },
    { requiredKeys: ['maxAdditionalGb'] },
  )
  .map(({ maxByTagGb, atLeastGb, ...members }): Choice => {
    const { maxAdditionalGb: most } = members;
    return {
      effect: 'enable',
      ...members,
      ...(maxByTagGb === undefined ? {} : { maxByTagGb: Math.max(maxByTagGb, most) }),
      ...(atLeastGb === undefined ? {} : { atLeastGb: Math.min(atLeastGb, most) }),
    };
  });
const forecast = gb.map(
  (ceilingGb): Choice => ({ effect: 'enable', maxAdditionalGb: 'forecast', forecast: { ceilingGb } }),
);
const chosen = fc.oneof(
  { weight: 4, arbitrary: enabling },
  forecast,
  fc.constantFrom('disable', 'ignore').map((effect): Choice => ({ effect })),
);
const rules = fc.array(fc.tuple(matches, chosen), { minLength: 1, maxLength: 3 });

const named = (prefix: string, list: readonly (readonly [object, Choice])[]) =>
  list.map(([match, members], at) => ({ name: `${prefix}${at}`, match, ...members }));

export const includes = fc.array(
  fc.record(
    {
      projects: fc.array(projectGlobs, { minLength: 1, maxLength: 2 }),
      maxAdditionalGb: fc.constantFrom(50, 300, 500),
      effects: fc.subarray(['enable', 'ignore', 'disable'], { minLength: 1 }),
      budget: fc.constantFrom('money', 'tagged'),
      priority: small,
      weight: small,
      atLeastGb: fc.constantFrom(0, 50),
      accept: fc.subarray(['drift', 'maximum-soon']),
    },
    { requiredKeys: ['projects', 'maxAdditionalGb', 'effects', 'weight'] },
  ),
  { minLength: 1, maxLength: 2 },
);

export const acceptances = fc.array(
  fc.record({ code: fc.constantFrom('drift', 'maximum-soon'), match: fc.record({ project: projectGlobs }) }),
  { maxLength: 2 },
);

export const organizations = fc
  .record({
    before: fc.array(fc.tuple(matches, chosen), { maxLength: 1 }),
    rules,
    includes,
    limit: fc.option(fc.constantFrom(500, 1000, 1000)),
  })
  .map(({ before, rules: own, includes: files, limit }) => ({
    version: 1,
    rules: [...named('before', before).map((rule) => ({ ...rule, beforeIncludes: true })), ...named('own', own)],
    include: files.map((bounds, at) => ({ file: `t${at}.yaml`, ...bounds })),
    ...(limit === null ? {} : { limits: { maxAdditionalGb: limit } }),
    budgets: [
      { name: 'tagged', match: { tags: { team: 'x' } }, monthly: '5.00' },
      { name: 'money', match: { project: '*' }, monthly: '9.00' },
    ],
  }));

export type Organization = typeof organizations extends fc.Arbitrary<infer T> ? T : never;

/** The choice of a team that keeps to its bounds, but for what they do not mention. */
const fitting = (choice: Choice, bounds: Organization['include'][number]): Choice => {
  const [effect = 'enable'] = bounds.effects.includes(choice.effect) ? [choice.effect] : bounds.effects;
  if (effect !== 'enable') return { effect };
  const most = (value: number, bound: number) => Math.min(value, bound);
  const maximum = typeof choice.maxAdditionalGb === 'number' ? choice.maxAdditionalGb : 50;
  return {
    effect,
    maxAdditionalGb: most(maximum, bounds.maxAdditionalGb),
    ...(choice.maxByTagGb === undefined ? {} : { maxByTagGb: bounds.maxAdditionalGb }),
    ...(choice.priority === undefined ? {} : { priority: Math.max(choice.priority, bounds.priority ?? 1) }),
    ...(choice.weight === undefined ? {} : { weight: most(choice.weight, bounds.weight) }),
    ...(choice.atLeastGb === undefined || maximum === 0 ? {} : { atLeastGb: most(1, bounds.atLeastGb ?? 0) }),
  };
};

/** Rules of teams, most of which keep to their bounds, and whether each does. */
export const teamRules = fc.array(fc.tuple(rules, fc.integer({ min: 0, max: 9 })), { minLength: 2, maxLength: 2 });

export const filesOf = (
  organization: Organization,
  drawn: readonly (readonly [readonly (readonly [object, Choice])[], number])[],
) =>
  organization.include.map((bounds, at) => {
    const [own, care] = drawn[at] ?? [[], 0];
    const list = own.map(([match, choice]) => [match, care > 0 ? fitting(choice, bounds) : choice] as const);
    return { version: 1, rules: named(`t${at}-`, list) };
  });

const gbTags = fc.constantFrom('0', '49', '301', '500', '1000000', 'many');
export const tags: fc.Arbitrary<Tags> = fc
  .dictionary(fc.constantFrom(key, `${key}-max-gb`, 'team'), fc.constantFrom('on', 'off', 'x'))
  .chain((some) =>
    fc
      .record({
        gb: fc.option(gbTags),
        until: fc.option(fc.constantFrom('2029-01-01', '2031-01-01')),
        exempt: fc.boolean(),
      })
      .map((more) => ({
        ...some,
        ...(more.gb === null ? {} : { [`${key}-max-gb`]: more.gb }),
        ...(more.until === null ? {} : { [`${key}-until`]: more.until }),
        ...(more.exempt ? { [`${key}-exempt`]: '2029-05-05' } : {}),
      })),
  );

export const services = fc
  .record({ name: fc.constantFrom('s', 't', 'u'), tags })
  .map((given): Service => aService(given));
