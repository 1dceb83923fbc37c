import { UsageError } from '../shell/usage-error.ts';

/** One service, as `PROJECT/SERVICE` names it. */
export interface ServiceTarget {
  readonly project: string;
  readonly service: string;
}

/** @throws UsageError for what names no service, or by a glob more than one */
export const parseTarget = (target: string): ServiceTarget => {
  const [project, service, ...rest] = target.split('/');
  if (!project || !service || rest.length > 0) {
    throw new UsageError(`'${target}' names no service; write PROJECT/SERVICE`);
  }
  if (/[*?]|^!/.test(target)) throw new UsageError(`'${target}' is a glob; name one service, PROJECT/SERVICE`);
  return { project, service };
};
