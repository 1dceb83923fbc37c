import type { ChangeResult } from '../change/change.ts';
import type { Decision, Effect } from '../model/decision.ts';
import type { UnreadProject } from '../model/model.ts';
import { countProtected, type Protected } from '../service/protection.ts';

/** The part of the organization that Headroom reads and manages. */
export interface Coverage {
  /** Number of projects that the organization lists. */
  readonly listed: number;
  /** Listed projects that no run has ever read, by name. */
  readonly neverRead: readonly string[];
  /** Projects in which the token lacks a permission. Contains only permissions that the run tried to use. */
  readonly missingPermissions: readonly { readonly project: string; readonly to: 'read' | 'write' }[];
  /** Services that this run read, by effect of the policy. */
  readonly services: Readonly<Record<Effect, number>>;
  /** The same services by their actual protection after the run. */
  readonly protection: Protected;
}

interface CoverageFacts {
  readonly listed: readonly string[];
  /** Projects that any run has read, this one included. */
  readonly everRead: ReadonlySet<string>;
  readonly unread: readonly UnreadProject[];
  readonly results: readonly ChangeResult[];
  readonly decisions: readonly Decision[];
}

/** Name of the error for a missing permission (lib/contract/errors.ts). */
const forbidden = 'PlatformForbidden';

const missing = ({ unread, results }: CoverageFacts): Coverage['missingPermissions'] => {
  const toRead = unread.filter(({ error }) => error === forbidden).map(({ project }) => project);
  const toWrite = results.filter(({ error }) => error?.startsWith(`${forbidden}:`)).map(({ project }) => project);
  const permissions = (projects: readonly string[], to: 'read' | 'write') =>
    [...new Set(projects)].sort().map((project) => ({ project, to }));
  return [...permissions(toRead, 'read'), ...permissions(toWrite, 'write')];
};

/** Collects the coverage of a run. */
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
