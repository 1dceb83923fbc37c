import { knownRefusal } from '../protocol/refusal.ts';
import type { PlatformState, User } from '../state/state.ts';
import { isoTime } from './answers/records.ts';
import { emailOf, isSuperAdmin } from './answers/token-records.ts';
import { type Operation, operation } from './operation.ts';

/** The people of the organization, as lists; there are no groups and no invitations; and its account. */

const membersOf = ({ users }: PlatformState): User[] => [...users.values()].filter(({ kind }) => kind === 'member');

const memberAnswer = (state: PlatformState, user: User) => ({
  user_id: user.id,
  is_super_admin: isSuperAdmin(user),
  join_time: isoTime(user.createdMs),
  last_activity_time: null,
  user_info: {
    user_email: emailOf(state, user),
    real_name: user.name,
    create_time: isoTime(user.createdMs),
    state: 'active',
    is_application_user: false,
    managed_by_scim: false,
    managing_organization_id: state.organization.id,
  },
});

/** The organization has one account, which owns its billing group. */
const accountAnswer = ({ organization, startMs }: PlatformState) => ({
  account_id: organization.accountId,
  account_name: organization.name,
  account_owner_team_id: `${organization.accountId}-owners`,
  organization_id: organization.id,
  parent_account_id: null,
  root_account_id: organization.accountId,
  primary_billing_group_id: organization.billingGroupId,
  is_account_owner: true,
  create_time: isoTime(startMs),
  update_time: isoTime(startMs),
});

export const peopleOperations: readonly Operation[] = [
  operation('OrganizationUserList', 'GET /organization/:organization/user', ({ state }) => ({
    users: membersOf(state).map((user) => memberAnswer(state, user)),
  })),

  operation('UserGroupsList', 'GET /organization/:organization/user-groups', () => ({ user_groups: [] })),

  operation('AccountList', 'GET /account', ({ state }) => ({ accounts: [accountAnswer(state)] })),

  operation('AccountGet', 'GET /account/:account', ({ state, params }) => {
    // pf 2.13 404 account.
    if (params.account !== state.organization.accountId) throw knownRefusal('account_not_found');
    return { account: accountAnswer(state) };
  }),

  operation('ProjectUserList', 'GET /project/:project/users', ({ state, project }) => ({
    users: membersOf(state).flatMap((user) => {
      const role = user.roles.get(project.name) ?? user.roles.get('*');
      if (role === undefined) return [];
      return [
        {
          user_email: emailOf(state, user),
          real_name: user.name,
          member_type: role,
          auth: ['token'],
          create_time: isoTime(user.createdMs),
          billing_contact: false,
          team_id: null,
          team_name: null,
        },
      ];
    }),
    invitations: [],
    group_users: [],
  })),
];
