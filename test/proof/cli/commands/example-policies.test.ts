import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openShell, type Shell } from '../../../cli/commands/shell.ts';
import { sampleOrganization } from '../../../sample-organization.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'policies');

/** An example that only looks is applied as its reader would in the end: in mode enforce. */
const enforcing = (name: string): string => {
  const file = join(temporaryDirectory(), name);
  writeFileSync(file, readFileSync(join(folder, name), 'utf8').replace(/^mode: observe\b/m, 'mode: enforce'));
  return file;
};

/** Applies, and approves where a guardrail asks for it, as a person would after reading the plan. */
const apply = async (shell: Shell, policy: string) => {
  const first = await shell.run('apply', '--json', '--policy', policy);
  if (first.status !== 4) return first;
  return shell.run('apply', '--json', '--policy', policy, '--approve', JSON.parse(first.out).digest);
};

interface Place {
  readonly project: string;
  readonly service: string;
}

interface Planned {
  readonly changes: readonly Place[];
  readonly decisions: readonly (Place & { readonly effect: string; readonly rule: string })[];
  readonly findings: readonly (Place & { readonly code: string })[];
}

const placeOf = ({ project, service }: Place): string => `${project}/${service}`;

/** One service for each rule, effect and kind of finding that there is. */
const oneOfEach = ({ decisions, findings }: Planned): string[] => {
  const kinds = new Map<string, string>();
  for (const decision of decisions) kinds.set(`${decision.effect} ${decision.rule}`, placeOf(decision));
  for (const finding of findings) if (finding.service !== '') kinds.set(finding.code, placeOf(finding));
  return [...new Set(kinds.values())];
};

describe.each(readdirSync(folder).filter((name) => name.endsWith('.yaml')))(
  'the example policy %s on the sample organization',
  (name) => {
    it('is valid, and nothing in it is warned of', async () => {
      const shell = await openShell(sampleOrganization());
      expect(await shell.run('validate', '--strict', join(folder, name))).toMatchObject({ status: 0, err: '' });
    });

    it('is applied until nothing is left to do, and explains services of every kind', async () => {
      const shell = await openShell(sampleOrganization());
      const policy = enforcing(name);
      const planned: Planned = JSON.parse((await shell.run('plan', '--json', '--policy', policy)).out);
      expect(planned.changes.length).toBeGreaterThan(0);
      for (const place of oneOfEach(planned)) {
        const { status, out } = await shell.run('explain', '--json', place, '--policy', policy);
        expect(status).toBe(0);
        const { decision, changes, sentence } = JSON.parse(out);
        expect(sentence.startsWith(`${place} `)).toBe(true);
        const mine = (item: Place) => placeOf(item) === place;
        expect(decision).toEqual(planned.decisions.find(mine));
        expect(changes).toEqual(planned.changes.filter(mine));
      }
      const applied = await apply(shell, policy);
      // Services that the platform refuses become findings, and the next plan omits them.
      expect([0, 3]).toContain(applied.status);
      const { writes } = shell.platform.requests();
      const again = await shell.run('apply', '--json', '--policy', policy);
      expect([again.status, JSON.parse(again.out).changes, shell.platform.requests().writes]).toEqual([0, [], writes]);
    });
  },
);
