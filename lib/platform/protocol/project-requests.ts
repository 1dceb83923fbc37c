import * as z from 'zod';
import { projectTags, techEmails } from './requests.ts';

/** Bodies of project creation and update (pf 2.3). */

const projectName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,62}$/, 'must consist of 1-63 lower-case letters, digits and dashes, a letter first');

/** ProjectCreate: the older form names the project otherwise. */
export const olderProjectCreate = z.object({
  project: projectName,
  tags: projectTags.nullish(),
  tech_emails: techEmails,
});

const id = z.string().min(1).max(36);

/** OrganizationProjectsCreate */
export const projectCreate = z.object({
  project_id: projectName,
  billing_group_id: id,
  tags: projectTags,
  parent_id: id.nullish(),
  tech_emails: techEmails,
  base_port: z.int().min(10_000).max(29_999).nullish(),
});

/** OrganizationProjectsUpdate: every member is optional. */
export const projectUpdate = z.object({
  project_name: projectName.nullish(),
  billing_group_id: id.nullish(),
  tags: projectTags.nullish(),
  parent_id: id.nullish(),
  tech_emails: techEmails,
});

/** ProjectUpdate: the older form. */
export const olderProjectUpdate = projectUpdate.pick({ project_name: true, tags: true, tech_emails: true });
