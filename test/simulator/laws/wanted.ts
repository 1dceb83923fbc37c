import { granted } from '../organization/grants.ts';
import { isExempt, type SimulatedPolicy, wishOf } from '../organization/policy.ts';
import type { ServiceTruth } from '../surroundings/truth.ts';
import { type Circumstances, earlier, type Law, nameOf, type WriteSeen } from './law.ts';
import { diskWrites, isConfigure } from './write-kind.ts';

const judged = ({ project, service }: ServiceTruth) => ({ project, type: service.type, tags: service.tags });

/** What a run could take policy to want of a service: by what it found when it began, and by what holds now. */
export const wishes = (service: ServiceTruth, { run, policy, today, grants = [] }: Circumstances) => {
  const then = run && earlier(run.services, service);
  const place = { project: service.project, service: service.service.name };
  const wish = (known: SimulatedPolicy, truth: ServiceTruth, day: string) =>
    granted(wishOf(known, judged(truth), day), grants, place, day);
  return [
    wish(policy, service, today),
    ...(run === undefined ? [] : [wish(run.policy, service, today)]),
    ...(run === undefined || then === undefined ? [] : [wish(run.policy, then, today)]),
    // A run that begins before midnight goes by that day, and so does one whose clock jumps.
    ...(run?.today === undefined ? [] : [wish(run.policy, then ?? service, run.today)]),
  ];
};

export const neverAboveWanted: Law = {
  name: 'no maximum is set above what rule, tags and a grant want, but for storage that is provisioned already',
  source: 'design §7',
  afterWrite: (write, circumstances) =>
    diskWrites(write)
      .filter(({ kind }) => kind === 'enable' || kind === 'raise')
      .flatMap(({ service }) => {
        // An undo brings back what was there before.
        if (circumstances.run?.undone !== undefined) return [];
        const gb = service.ours[0]?.gb ?? 0;
        const most = Math.max(...wishes(service, circumstances).map((wish) => (wish.kind === 'enable' ? wish.gb : 0)));
        return gb > Math.max(most, service.provisionedGb)
          ? [`${nameOf(service)} got ${gb} GB and policy wants ${most} GB`]
          : [];
      }),
};

/** Options of a service by dotted name. */
export const optionsOf = (config: object, above = ''): [string, unknown][] =>
  Object.entries(config).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? optionsOf(value, `${above}${name}.`)
      : [[`${above}${name}`, value]],
  );

/** What the baselines of a policy want of a service, the first first. */
export const baselineOptions = ({ baselines = [] }: SimulatedPolicy, { project, service }: ServiceTruth) =>
  service.type === 'engine'
    ? new Map(
        baselines
          .filter(({ projects }) => projects.includes(project))
          .reverse()
          .flatMap(({ options }) => Object.entries(options)),
      )
    : new Map<string, boolean | number>();

const wrongOptions = (write: WriteSeen, service: ServiceTruth, policies: readonly SimulatedPolicy[]): string[] => {
  const { user_config: config = {} } = JSON.parse(write.request.body ?? '{}') as { user_config?: object };
  return optionsOf(config)
    .filter(([path, value]) => !policies.some((policy) => baselineOptions(policy, service).get(path) === value))
    .map(([path, value]) => `${nameOf(service)} got ${path} ${JSON.stringify(value)}, and no baseline asks for it`);
};

export const onlyBaselines: Law = {
  name: 'options of search services are set only to what a baseline asks for',
  source: 'design §6',
  afterWrite: (write, { run, policy, today }) => {
    if (!isConfigure(write) || run?.undone !== undefined) return [];
    const name = decodeURIComponent(write.request.path.split('/').at(-1) ?? '');
    const service = write.after.find((one) => one.project === write.project && one.service.name === name);
    if (service === undefined) return [];
    const then = run && earlier(run.services, service);
    const days = [today, run?.today ?? today];
    if (days.every((day) => [service, then ?? service].every((one) => isExempt(one.service.tags, day))))
      return [`the options of ${nameOf(service)} were changed, and a tag exempts it`];
    return wrongOptions(write, service, run === undefined ? [policy] : [policy, run.policy]);
  },
};
