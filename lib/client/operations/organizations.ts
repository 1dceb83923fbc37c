import { organizations } from '../../wire/records.ts';
import type { Caller } from '../transport/caller.ts';
import { answerAs } from '../transport/read-answer.ts';

/** An organization that the token can access. */
export interface Organization {
  readonly id: string;
  readonly name: string;
}

/** GET /organizations (pf 2.3). */
export const listOrganizations = (caller: Caller): Promise<Organization[]> =>
  caller.send(
    { method: 'GET', path: '/organizations', kind: 'read' },
    answerAs(organizations, (answer) =>
      answer.organizations.map((record) => ({
        id: record.organization_id,
        name: record.organization_name ?? record.organization_id,
      })),
    ),
  );
