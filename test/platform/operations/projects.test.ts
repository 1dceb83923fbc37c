import { X509Certificate } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { type Send, served } from '../small-organization.ts';

/** pf 2.3 */

const collection = '/v1/organization/orgtest/projects';
const single = (name: string) => `/v1/organization/orgtest/project/${name}`;
const billingGroup = async (send: Send): Promise<string> =>
  (await send('GET', collection)).body.projects[0].billing_group_id;
const make = async (send: Send, more: object = {}) =>
  send('POST', collection, {
    project_id: 'fresh',
    billing_group_id: await billingGroup(send),
    tags: { env: 'dev' },
    ...more,
  });

describe('projects', () => {
  it('are made, read alone and then in the list, unwrapped (pf 2.3)', async () => {
    const { send } = await served();
    const contacts = [{ email: 'ops@example.com' }];
    const made = await make(send, { parent_id: 'orgtest', tech_emails: contacts, base_port: 14_000 });
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      project_id: 'fresh',
      organization_id: 'orgtest',
      parent_id: 'orgtest',
      tags: { env: 'dev' },
      tech_emails: contacts,
      base_port: 14_000,
      end_of_life_extension: {},
    });
    expect((await send('GET', single('fresh'))).body).toEqual(made.body);
    expect((await send('GET', collection)).body).toMatchObject({ total_project_count: 3 });
    expect((await send('GET', '/v1/project/fresh/events')).body.events).toMatchObject([
      { event_type: 'project_create' },
    ]);
    expect((await make(send)).status).toBe(409);
  });

  it('are changed; those with services keep their name (pf 2.3)', async () => {
    const { send } = await served();
    await make(send);
    const changed = await send('PATCH', single('fresh'), { project_name: 'renamed', tags: { 'billing:unit': 'a' } });
    expect(changed.body).toMatchObject({ project_id: 'renamed', tags: { 'billing:unit': 'a' } });
    expect((await send('GET', single('fresh'))).status).toBe(403);
    expect((await send('PATCH', single('renamed'), {})).body).toEqual(changed.body);
    expect((await send('PATCH', single('renamed'), { project_name: 'other' })).status).toBe(409);
    expect((await send('PATCH', single('shop'), { project_name: 'store' })).status).toBe(409);
  });

  it('keep their members under another name', async () => {
    const { send } = await served();
    await send('PATCH', single('other'), { project_name: 'elsewhere' });
    const guest = { authorization: 'Bearer token-of-the-guest' };
    expect((await send('GET', '/v1/project/elsewhere', undefined, guest)).status).toBe(200);
    await make(send, { project_id: 'other' });
    expect((await send('GET', '/v1/project/other', undefined, guest)).status).toBe(403);
  });

  test.each([
    ['a name that is none', { project_id: 'No Name' }, 400],
    ['a name that is too long', { project_id: 'x'.repeat(64) }, 400],
    ['another billing group', { billing_group_id: 'none' }, 404],
    ['another parent', { parent_id: 'a123' }, 400],
    ['no tags', { tags: undefined }, 400],
    ['a bad address', { tech_emails: [{ email: 'unknown' }] }, 400],
  ])('are not made with %s', async (_what, more, status) => {
    const { send } = await served();
    expect((await make(send, more)).status).toBe(status);
    expect((await send('GET', collection)).body.total_project_count).toBe(2);
  });

  it('are made only by who is operator everywhere', async () => {
    const { send } = await served();
    const guest = { authorization: 'Bearer token-of-the-guest' };
    const body = { project_id: 'fresh', billing_group_id: await billingGroup(send), tags: {} };
    expect((await send('POST', collection, body, guest)).status).toBe(403);
  });

  it('are read in the older form, too (pf 2.3)', async () => {
    const { send } = await served();
    const { project } = (await send('GET', '/v1/project/shop')).body;
    expect(project).toEqual((await send('GET', '/v1/project')).body.projects[0]);
    for (const member of ['default_cloud', 'card_info', 'vat_id', 'country_code', 'billing_extra_text']) {
      expect(project).toHaveProperty(member);
    }
  });
});

describe('projects in the older form, and their end (A-29)', () => {
  it('are created, changed and deleted, each form by itself', async () => {
    const { send } = await served();
    const { body } = await send('POST', '/v1/project', { project: 'fresh', tags: { env: 'test' } });
    expect(body.project).toMatchObject({ project_name: 'fresh', tags: { env: 'test' } });
    expect((await send('POST', '/v1/project', { project: 'fresh' })).status).toBe(409);
    const changed = await send('PUT', '/v1/project/fresh', { project_name: 'fresher', tags: { env: 'dev' } });
    expect(changed.body.project).toMatchObject({ project_name: 'fresher', tags: { env: 'dev' } });
    expect((await send('DELETE', '/v1/organization/orgtest/project/fresher')).status).toBe(204);
    expect((await send('GET', '/v1/project/fresher')).status).toBe(403);
    expect((await send('DELETE', '/v1/project/other')).body).toEqual({ message: 'deleted' });
  });

  it('are not deleted while they have services, nor by a member of the project alone', async () => {
    const { send } = await served();
    expect((await send('DELETE', '/v1/project/shop')).status).toBe(409);
    const guest = { authorization: 'Bearer token-of-the-guest' };
    expect((await send('DELETE', '/v1/project/other', undefined, guest)).status).toBe(403);
    expect((await send('POST', '/v1/project', { project: 'mine' }, guest)).status).toBe(403);
  });

  it('have events whose ids are never those of a deleted project', async () => {
    const { send } = await served();
    const idOf = async (name: string) => {
      await send('POST', '/v1/project', { project: name });
      return (await send('GET', `/v1/project/${name}/events`)).body.events[0].id;
    };
    const first = await idOf('one');
    await send('DELETE', '/v1/project/one');
    expect(await idOf('two')).not.toBe(first);
  });

  it('have an authority whose certificate can be read', async () => {
    const { send } = await served();
    const { certificate } = (await send('GET', '/v1/project/shop/kms/ca')).body;
    expect(new X509Certificate(certificate).ca).toBe(true);
  });

  it('list their users; organization and account list theirs (A-54)', async () => {
    const { send } = await served();
    const { users } = (await send('GET', '/v1/project/shop/users')).body;
    const rolesOf = users.map((user: Record<string, unknown>) => [user.real_name, user.member_type]);
    expect(rolesOf).toEqual([
      ['operator', 'operator'],
      ['reader', 'read_only'],
      ['late', 'operator'],
    ]);
    const members = (await send('GET', '/v1/organization/orgtest/user')).body.users;
    expect(members.map((one: { is_super_admin: boolean }) => one.is_super_admin)).toEqual([true, false, false, true]);
    expect((await send('GET', '/v1/organization/orgtest/user-groups')).body).toEqual({ user_groups: [] });
    const { accounts } = (await send('GET', '/v1/account')).body;
    expect(accounts).toMatchObject([{ organization_id: 'orgtest' }]);
    const [{ account_id: account }] = accounts;
    expect((await send('GET', `/v1/account/${account}`)).body).toEqual({ account: accounts[0] });
    expect((await send('GET', '/v1/account/a00000000000')).status).toBe(404);
    // Clients turn the id of an organization into that of its account before they name it as a parent.
    expect((await make(send, { project_id: 'of-account', parent_id: account })).status).toBe(200);
    expect((await make(send, { project_id: 'of-none', parent_id: 'a00000000000' })).status).toBe(400);
  });
});
