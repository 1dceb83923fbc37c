import { outOfScope } from '../protocol/refusal.ts';
import type { Token } from './state.ts';

/** What a token with scopes may do. */

/** The resource of a path below `/v1`; the first row that fits. Other paths are open to every token. */
const rows: readonly (readonly [path: RegExp, resource: string])[] = [
  [/^\/project\/[^/]+\/static-ips/, 'static_ips'],
  [/^\/project\/[^/]+\/(?:service|integration|alerts)/, 'services'],
  [/^\/project/, 'projects'],
  [/^\/billing-group|^\/organization\/[^/]+\/billing-group/, 'billing'],
  [/^\/organization\/[^/]+\/projects?(?:\/|$)/, 'projects'],
  [/^\/(?:organization|account)/, 'accounts'],
  [/^\/access_token/, 'authentication'],
  [/^\/me/, 'user'],
];

const resourceOf = (path: string): string | undefined => rows.find(([pattern]) => pattern.test(path))?.[1];

/** A scope to write is one to read too. @throws Refusal 403 for a call that the scopes of its token leave out */
export const mustBeInScope = ({ scopes }: Token, path: string, isRead: boolean): void => {
  if (scopes === null) return;
  const resource = resourceOf(path);
  if (resource === undefined) return;
  const enough = ['all', resource, `${resource}:write`, ...(isRead ? [`${resource}:read`] : [])];
  if (!scopes.some((scope) => enough.includes(scope))) throw outOfScope(`${resource}:${isRead ? 'read' : 'write'}`);
};
