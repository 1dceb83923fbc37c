import * as z from 'zod';

/** The members of GET /v1/organizations that Headroom reads (platform-facts §2.3). */
export const organizations = z.object({
  organizations: z.array(z.object({ organization_id: z.string(), organization_name: z.string().nullish() })),
});
