import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.ts';
import { flat, listed, type Resource } from './access/template.ts';
import { failing, made, ofType, resourcesOf } from './other-app.ts';

describe('the policy of a deployment', () => {
  const rules = [{ name: 'all', match: { project: '*' }, effect: 'ignore' }];
  const policyIn = (stack: Stack) => ofType(stack, 'Custom::HeadroomPolicy').map(({ Properties }) => Properties);

  it('is a file with its calendar, or an object, and reaches the store as it is', () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, 'calendars'));
    const file = join(folder, 'policy.yaml');
    const text =
      'version: 1\nfreeze:\n  calendar: calendars/freeze.ics\nrules:\n  - { name: all, match: { project: "*" }, effect: ignore }\n';
    writeFileSync(file, text);
    writeFileSync(join(folder, 'calendars', 'freeze.ics'), 'BEGIN:VCALENDAR\nEND:VCALENDAR\n');
    const calendar = { Key: 'calendars/freeze.ics', Text: 'BEGIN:VCALENDAR\nEND:VCALENDAR\n' };
    expect(policyIn(made({ policy: file }).stack)).toMatchObject([{ Document: text, Calendar: calendar }]);
    const [{ Document } = { Document: '' }] = policyIn(made({ policy: { version: 1, rules } }).stack);
    expect(JSON.parse(Document)).toEqual({ version: 1, rules });
    expect(policyIn(made().stack)).toEqual([]);
  });

  it('names no file through a link, and no calendar that is missing', () => {
    const folder = temporaryDirectory();
    const file = join(folder, 'policy.yaml');
    const all = 'rules:\n  - { name: all, match: { project: "*" }, effect: ignore }\n';
    writeFileSync(file, `version: 1\nfreeze:\n  calendar: calendars/freeze.ics\n${all}`);
    expect(failing({ policy: file })).toContain('the calendar calendars/freeze.ics does not exist beside it');
    mkdirSync(join(folder, 'calendars'));
    writeFileSync(join(folder, 'secret'), 'canary-secret\n');
    symlinkSync(join(folder, 'secret'), join(folder, 'calendars', 'freeze.ics'));
    expect(failing({ policy: file })).toContain('calendars/freeze.ics: is a symbolic link');
  });

  it('is checked at synth: every error names its place', () => {
    const file = join(temporaryDirectory(), 'policy.yaml');
    writeFileSync(file, 'version: 1\nmode: enforced\nrules: []\n');
    const text = failing({ policy: file });
    expect(text).toContain(`${file}:2:7 mode:`);
    expect(text).toContain(`${file}:3:8 rules: must list at least one rule`);
    expect(failing({ policy: { version: 1, rules, freeze: { calendar: 'calendars/a.ics' } } })).toContain(
      'pass the path',
    );
    const large = { version: 1, rules: [{ name: 'x'.repeat(200_001), match: { project: '*' }, effect: 'ignore' }] };
    expect(failing({ policy: large })).toContain('a stack can pass on 200000; use headroom policy put');
  });

  it('is the last thing that is made: nothing of the deployment can fail after it, and leave a bucket that is not empty', () => {
    const all = resourcesOf(made({ policy: { version: 1, rules } }).stack);
    const uploads = Object.entries(all).filter(([, { Type }]) => Type === 'Custom::HeadroomPolicy');
    const after = new Set(uploads.flatMap(([, { DependsOn = [] }]) => DependsOn));
    const own = Object.keys(all).filter((id) => id.startsWith('HeadroomPolicy'));
    const others = Object.keys(all).filter((id) => !own.includes(id));
    expect(uploads.map(([id]) => own.includes(id))).toEqual([true]);
    expect(others.length).toBeGreaterThan(50);
    expect(others.filter((id) => !after.has(id))).toEqual([]);
  });

  it('is written by a function that may write nothing else, also where only some roles may write it', () => {
    const { stack } = made({
      policy: { version: 1, rules },
      policyWriters: ['arn:aws:iam::111122223333:role/writer'],
    });
    const statements: Resource['Properties'][] = ofType(stack, 'AWS::S3::BucketPolicy').flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement,
    );
    const uploader = /^<HeadroomPolicyputpolicyAccessRole\w+\.Arn>$/;
    const written = statements
      .filter(({ Principal, Action }) => uploader.test(flat(Principal.AWS)) && listed(Action).includes('s3:PutObject'))
      .flatMap(({ Resource: on }) => listed(on).map((arn) => arn.slice(arn.indexOf('/') + 1)));
    expect(written.sort()).toEqual(['policy-versions/*', 'policy.yaml']);
    const [rule] = statements.filter(
      ({ Effect, Resource: on }) => Effect === 'Deny' && listed(on).join().includes('mode.json'),
    );
    expect(listed(rule?.Condition.ArnNotEquals['aws:PrincipalArn'])).toEqual([
      'arn:aws:iam::111122223333:role/writer',
      expect.stringMatching(uploader),
    ]);
  });
});
