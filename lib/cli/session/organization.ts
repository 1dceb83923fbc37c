import { UsageError } from '../shell/usage-error.ts';

/** An option's value. @throws UsageError that names the option and its variable if it is missing */
export const required = (value: string | undefined, option: string, variable: string): string => {
  if (value) return value;
  throw new UsageError(`${option} is missing: add it, or set ${variable}; headroom init writes a file that sets it`);
};

/** ID of the organization. @throws UsageError if it is missing */
export const organizationFrom = (
  options: { readonly organization?: string },
  environment: Readonly<Record<string, string | undefined>>,
): string =>
  required(options.organization ?? environment.HEADROOM_ORGANIZATION, '--organization', 'HEADROOM_ORGANIZATION');
