import type { Tags } from '../model/model.ts';
import { effectiveTags } from '../policy/effective-tags.ts';

/** Tags that name the environment of a service, and their values for production. */
const environmentTags = ['env', 'environment', 'stage'];
const productionValues = new Set(['prod', 'production', 'prd', 'live']);

const productionName = /(?:^|[-_.])(?:prod|production|prd)(?:[-_.]|$)/;

/**
 * Whether a service is in production: by the first environment tag of the service or its project, else by a part `prod` or
 * `production` of the project's name.
 */
export const isProduction = (project: string, projectTags: Tags, serviceTags: Tags): boolean => {
  const tags = effectiveTags(projectTags, serviceTags);
  const environment = environmentTags.flatMap((name) => tags.get(name)?.value.trim().toLowerCase() || []).at(0);
  return environment === undefined ? productionName.test(project) : productionValues.has(environment);
};
