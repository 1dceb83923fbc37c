import { UsageError } from '../shell/usage-error.ts';

/** One service, from `PROJECT/SERVICE`. */
export interface ServiceTarget {
  readonly project: string;
  readonly service: string;
}

/** @throws UsageError if the text does not name exactly one service */
export const parseTarget = (target: string): ServiceTarget => {
  const [project, service, ...rest] = target.split('/');
  if (!project || !service || rest.length > 0) {
    throw new UsageError(`'${target}' is not a service; use PROJECT/SERVICE`);
  }
  if (/[*?]|^!/.test(target))
    throw new UsageError(`'${target}' is a glob; use the name of one service, PROJECT/SERVICE`);
  return { project, service };
};
