import * as z from 'zod';
import { projectTags } from './requests.ts';

/** Bodies of project creation and update (pf 2.3). */

const projectName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,62}$/, 'must consist of 1-63 lower-case letters, digits and dashes, a letter first');

/** Recipients of technical notifications. */
const techEmails = z.array(z.object({ email: z.email().max(254) })).max(10);

/** ProjectCreate: the older form names the project otherwise. */
export const olderProjectCreate = z.object({
  project: projectName,
  tags: projectTags.nullish(),
  tech_emails: techEmails.nullish(),
});

/** ProjectUpdate: the older form. */
export const olderProjectUpdate = z.object({
  project_name: projectName.nullish(),
  tags: projectTags.nullish(),
  tech_emails: techEmails.nullish(),
});

const id = z.string().min(1).max(36);

/** OrganizationProjectsCreate */
export const projectCreate = z.object({
  project_id: projectName,
  billing_group_id: id,
  tags: projectTags,
  parent_id: id.nullish(),
  tech_emails: techEmails.nullish(),
  base_port: z.int().min(10_000).max(29_999).nullish(),
});

/** OrganizationProjectsUpdate: every member is optional. */
export const projectUpdate = z.object({
  project_name: projectName.nullish(),
  billing_group_id: id.nullish(),
  tags: projectTags.nullish(),
  parent_id: id.nullish(),
  tech_emails: techEmails.nullish(),
});
