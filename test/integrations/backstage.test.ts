import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { pagesOf, seen } from '../dashboard/http/pages-of.ts';
import { sampleOrganization } from '../sample-organization.ts';
import { startHeadroom } from '../workflow/local-headroom.ts';
import { enableAll } from '../workflow/scenarios.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'integrations.md'), 'utf8');
const [, text = ''] = /```yaml\n(apiVersion: backstage[\s\S]*?)```/.exec(page) ?? [];
const { links } = z
  .object({ metadata: z.object({ links: z.array(z.object({ url: z.url() })) }) })
  .parse(parse(text)).metadata;

it('the links of the card for Backstage are pages of the dashboard about that disk and that team', async () => {
  const headroom = await startHeadroom(sampleOrganization(), enableAll(50));
  await headroom.reconcile();
  const { ask } = pagesOf(headroom.store);
  const paths = links.map(({ url }) => url.slice(new URL(url).origin.length));
  const answers = await Promise.all(paths.map((path) => ask(path)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [disk = '', team = ''] = await Promise.all(answers.map((answer) => answer.text()));
  expect(seen(disk)).toContain('orders-pg');
  expect(seen(team)).toContain('3 of 30 services');
  expect((await ask('/metrics')).status).toBe(200);
});
