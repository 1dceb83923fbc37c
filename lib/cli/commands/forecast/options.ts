import {
  arrangementOptions,
  connectionOptions,
  example,
  type FlagsOf,
  type Parent,
  policyOption,
  projectFilter,
} from '../../shell/options.ts';

/** `headroom forecast` */
export const forecastOptions = (parent: Parent) => {
  const forecast = parent
    .command('forecast')
    .description('forecast when each disk reaches its threshold and its maximum, with a confidence range')
    .argument('[project/service]', 'only this service; also measures its usage');
  const command = arrangementOptions(projectFilter(policyOption(forecast)))
    .option('--service <name...>', 'only services with these names or globs')
    .option('--tag <key=value...>', "only services with these tags; the value may be a glob, such as team='shop-*'");
  return example(connectionOptions(command), 'headroom forecast --project acme-prod');
};
export type ForecastFlags = FlagsOf<typeof forecastOptions>;
