import { expect, it } from 'vitest';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { alteringProxy } from './hostile-proxy.ts';
import { policyFile } from './policy-file.ts';
import { openShell } from './shell.ts';

/** A platform that lists so many projects without an id besides its own. */
const withNameless = async (count: number) => {
  const shell = await openShell(even(2, 1));
  const url = await alteringProxy(shell.platform.url, {
    answer: (text, path) => {
      if (!/\/organization\/[^/]+\/projects$/.test(path)) return text;
      const list = JSON.parse(text) as { readonly projects: readonly object[] };
      const nameless = Array.from({ length: count }, () => ({ tags: {} }));
      return JSON.stringify({ ...list, projects: [...list.projects, ...nameless] });
    },
  });
  return (...argv: string[]) => shell.runWith({ environment: { HEADROOM_BASE_URL: url } }, ...argv);
};

const message = (text: string, them: string) =>
  `The platform lists ${text} without an id, so Headroom cannot read ${them}. Report the fault to the platform.`;

it('plan, forecast and status say that the platform lists a project without an id', async () => {
  const run = await withNameless(1);
  const said = message('1 project', 'it');
  expect((await run('plan', '--policy', policyFile(enableAll(100)))).out).toContain(said);
  const forecast = await run('forecast');
  expect([forecast.status, forecast.err]).toEqual([0, expect.stringContaining(`not read: ${said}`)]);
  expect(JSON.parse((await run('forecast', '--json')).out).unread).toEqual([{ project: '', message: said }]);
  expect((await run('forecast', '--project', 'project-0')).err).not.toContain('without an id');
  const { lines } = JSON.parse((await run('status', '--json')).out);
  const platform = lines.find((line: { subject: string }) => line.subject === 'platform');
  expect(platform).toMatchObject({ verdict: 'attention', remedy: said });
  expect(platform.says).toMatch(/2 projects$/);
});

it('a healthy list has no such line', async () => {
  const run = await withNameless(0);
  expect((await run('forecast')).err).not.toContain('without an id');
  expect((await run('status')).out).not.toContain('without an id');
});
