import { PlatformError, PlatformThrottled, PlatformUnauthorized, PlatformUnavailable } from '../../contract/errors.ts';
import type { ProjectFacts } from '../../core/model/model.ts';
import type { ListedProject, Platform } from '../../ports.ts';

/** Platform errors that affect every project. */
const endsAll = [PlatformUnauthorized, PlatformThrottled, PlatformUnavailable];

/** A project of the organization, and why its record is unusable. */
export type MarkedProject = ListedProject & Pick<ProjectFacts, 'problem'>;

/** Omitted tags are unknown, never none: they may contain an exemption. A project without readable tags stays unread. */
const tagsOf = async (platform: Platform, name: string): Promise<Pick<ProjectFacts, 'tags' | 'problem'>> => {
  try {
    return { tags: await platform.listProjectTags(name) };
  } catch (error) {
    const affectsOneProject = error instanceof PlatformError && !endsAll.some((kind) => error instanceof kind);
    if (!affectsOneProject) throw error;
    return { tags: {}, problem: `its tags cannot be read: ${error.name}: ${error.message}` };
  }
};

/** Projects with their tags, which the list may omit. */
export const withTags = async (platform: Platform, projects: readonly MarkedProject[]): Promise<ProjectFacts[]> => {
  const facts: ProjectFacts[] = [];
  for (const { name, tags, problem } of projects) {
    const isComplete = tags !== null || problem !== undefined;
    facts.push(isComplete ? { name, tags: tags ?? {}, problem } : { name, ...(await tagsOf(platform, name)) });
  }
  return facts;
};
