import type { ChangeResult } from '../change/change.ts';
import type { Decision, Effect } from '../model/decision.ts';
import type { UnreadProject } from '../model/model.ts';
import { countProtected, type Protected } from '../service/protection.ts';

/** A project in which the platform refuses the token something. */
export interface MissingPermission {
  readonly project: string;
  readonly to: 'read' | 'write';
}

/** How much of the organization Headroom sees and manages. */
export interface Coverage {
  /** Projects that the organization lists. */
  readonly listed: number;
  /** Of those, the ones that no run has ever been able to read, by name. */
  readonly neverRead: readonly string[];
  /** By project; what the run tried alone, not all that may be missing. */
  readonly missingPermissions: readonly MissingPermission[];
  /** Services that this run read, by what policy wants of them. */
  readonly services: Readonly<Record<Effect, number>>;
  /** The same services by what protects them in fact, after the run; absent where a run of an earlier version did not say. */
  readonly protection?: Protected;
}

export interface CoverageFacts {
  readonly listed: readonly string[];
  /** Projects that some run has read, this one included. */
  readonly everRead: ReadonlySet<string>;
  readonly unread: readonly UnreadProject[];
  readonly results: readonly ChangeResult[];
  readonly decisions: readonly Decision[];
}

/** Name of the error by which the platform says that the token may not do something (lib/contract/errors.ts). */
const forbidden = 'PlatformForbidden';

const missing = ({ unread, results }: CoverageFacts): MissingPermission[] => {
  const toRead = unread.filter(({ error }) => error === forbidden).map(({ project }) => project);
  const toWrite = results.filter(({ error }) => error?.startsWith(`${forbidden}:`)).map(({ project }) => project);
  const subject = (projects: readonly string[], to: MissingPermission['to']) =>
    [...new Set(projects)].sort().map((project) => ({ project, to }));
  return [...subject(toRead, 'read'), ...subject(toWrite, 'write')];
};

/** Puts together what a run could see, and what it has never seen. */
export const coverageOf = (facts: CoverageFacts): Coverage => {
  const { listed, everRead, decisions } = facts;
  const services = { enable: 0, disable: 0, ignore: 0 };
  for (const { effect } of decisions) services[effect] += 1;
  return {
    listed: listed.length,
    neverRead: listed.filter((name) => !everRead.has(name)).sort(),
    missingPermissions: missing(facts),
    services,
    protection: countProtected(decisions, facts.results),
  };
};
