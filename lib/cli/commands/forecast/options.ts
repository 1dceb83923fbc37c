import {
  arrangementOptions,
  type NewCommand,
  type PolicyFlagsOf,
  policyOption,
  projectFilter,
} from '../../shell/options.ts';

/** `headroom forecast` */
export const forecastOptions = (command: NewCommand) => {
  const forecast = command
    .description('forecast when each disk reaches its threshold and its maximum, with a confidence range')
    .argument('[project/service]', 'only this service; also measures its usage')
    .option('--all', 'measure every disk first, also those that no run would measure today');
  return arrangementOptions(projectFilter(policyOption(forecast)))
    .option('--service <name...>', 'only services with these names or globs')
    .option('--tag <key=value...>', "only services with these tags; the value may be a glob, such as team='shop-*'");
};
export type ForecastFlags = PolicyFlagsOf<typeof forecastOptions>;
