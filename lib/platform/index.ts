/**
 * The door of the embedded platform: nothing outside this folder imports past it, and no run imports it, so that the folder can
 * become a package of its own.
 */

export { monthOf, nextMonthMs, projectCharges } from './autoscaler/charges.ts';
export type { Edge } from './http/edge.ts';
export { type OpenedPlatform, openPlatform, type PlatformOptions } from './open.ts';
export { alertsOfProject } from './operations/answers/alerts.ts';
export { optionProfile, type ServedProfile, servedProfiles } from './protocol/served-profile.ts';
export {
  parseScenario,
  type Scenario,
  ScenarioInvalid,
  sampleScenarioPath,
  scenarioErrors,
} from './scenario/scenario.ts';
export { type ServedPlatform, serveOpened, servePlatform } from './server.ts';
export { type Disk, disksOf, fullTimeOf, projectsOf } from './truth.ts';
