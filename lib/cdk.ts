/** The construct library of the package, `disk-headroom/cdk`. It needs aws-cdk-lib and constructs. */
export { version } from './contract/version.ts';
export { Headroom } from './infra/headroom.ts';
export type { HeadroomProps, HeadroomSchedules, HeadroomSettings, PolicySource, RoleOrArn } from './infra/props.ts';
