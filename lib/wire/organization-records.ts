import * as z from 'zod';

/** GET /v1/organizations, as far as Headroom reads it (platform-facts §2.3). */
export const organizations = z.object({
  organizations: z.array(z.object({ organization_id: z.string(), organization_name: z.string().nullish() })),
});
