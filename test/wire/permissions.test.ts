import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { permissionOf, permissionRemedy } from '../../lib/wire/permissions.ts';

const project = '/project/shop-prod';

const calls = [
  ['read', `${project}/service`, 'project:services:read'],
  ['read', `${project}/service/metrics`, 'project:services:read'],
  ['write', `${project}/service/orders`, 'service:configuration:write'],
  ['read', `${project}/service/orders/metrics`, 'service:metrics:read'],
  ['read', `${project}/service/orders/integration`, 'project:integrations:read'],
  ['read', `${project}/integration_endpoint`, 'project:integrations:read'],
  ['write', `${project}/integration_endpoint/id`, 'project:integrations:write'],
  ['write', `${project}/integration`, 'project:integrations:write'],
  ['read', `${project}/events?limit=1`, 'project:event_logs:read'],
  ['write', '/organization/org/application-users/u/access-tokens', 'organization:app_users:write'],
  ['read', '/organization/org/projects', undefined],
  ['read', `${project}/service-types/pg/plans/startup-4`, undefined],
  ['read', '/me', undefined],
] as const;

describe('the permission of a call', () => {
  it.each(calls)('to %s %s is %s', (kind, path, permission) => {
    expect(permissionOf({ kind, path })).toBe(permission);
  });

  it('is in what to do about a refusal; without a known one the role is', () => {
    expect(permissionRemedy({ kind: 'write', path: `${project}/integration` })).toBe(
      "the token's owner needs the permission project:integrations:write there, which the operator role includes",
    );
    expect(permissionRemedy({ kind: 'read', path: '/me' })).toContain('needs the operator role');
  });
});

describe('docs/permissions.md', () => {
  const page = readFileSync('docs/permissions.md', 'utf8');
  const [byPermission = '', byCommand = ''] = page.split(/^## .*$/m);
  const needed = new Set<string | undefined>(calls.flatMap(([, , permission]) => permission ?? []));
  const rowsOf = [...byPermission.matchAll(/^\| `([\w:]+)` \|/gm)].map(([, permission]) => permission);

  it('has a row for each permission that a call needs, and for no other', () => {
    expect(rowsOf.toSorted()).toEqual([...needed].toSorted());
  });

  it('says of each permission that writes what a stolen token could do with it', () => {
    const [, stolen = ''] = page.split('## What a stolen token could do');
    const writing = rowsOf.filter((permission) => permission?.endsWith(':write'));
    expect(writing.length).toBeGreaterThan(2);
    expect(writing.filter((permission) => !stolen.includes(`| \`${permission}\` |`))).toEqual([]);
  });

  it('counts the permissions that read, and asks of commands and modes none that no call needs', () => {
    const reading = rowsOf.filter((permission) => permission?.endsWith(':read'));
    expect([reading.length, byCommand.includes('the four that read')]).toEqual([4, true]);
    const asked = [...byCommand.matchAll(/`((?:project|service|organization):\w+:\w+)`/g)].map(([, one]) => one);
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.filter((permission) => !needed.has(permission))).toEqual([]);
  });
});
