import type { ServiceName } from '../../core/model/grouping.ts';
import { UsageError } from '../shell/usage-error.ts';

/** One service, from `PROJECT/SERVICE`. @throws UsageError if the text does not name exactly one service */
export const parseTarget = (target: string): ServiceName => {
  const [project, service, ...rest] = target.split('/');
  if (!project || !service || rest.length > 0) {
    throw new UsageError(`'${target}' is not a service; use PROJECT/SERVICE`);
  }
  if (/[*?]|^!/.test(target))
    throw new UsageError(`'${target}' is a glob; use the name of one service, PROJECT/SERVICE`);
  return { project, service };
};

/** A service, or globs over the names of project and service. @throws UsageError for another form */
const targetOf = (text: string): ServiceName => {
  const [project, service, ...rest] = text.split('/');
  if (project && service && rest.length === 0) return { project, service };
  throw new UsageError(`'${text}' is not a service; use PROJECT/SERVICE, or globs such as 'shop-*/*'`);
};

/** Every service of the organization. */
export const allServices: readonly ServiceName[] = [{ project: '*', service: '*' }];

/** @throws UsageError for a text that is not PROJECT/SERVICE */
export const targetsOf = (named: readonly string[]): ServiceName[] => named.map(targetOf);

/** The projects of a request for these services; none for all. */
export const projectsOf = (targets: readonly ServiceName[]): { readonly projects?: string[] } => {
  const projects = [...new Set(targets.map(({ project }) => project))];
  return projects.includes('*') ? {} : { projects };
};

/** Targets as arguments in a shell. */
export const targetArguments = (named: readonly string[]): string[] =>
  named.map((name) => (/[*?]/.test(name) ? `'${name}'` : name));
