import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Sender, signedDay, signedKey, signedSubject } from '../../../lib/core/notices/sender.ts';

const stackOf = (name: string) => `arn:aws:cloudformation:eu-west-1:111122223333:stack/${name}`;
const name = fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...'abc-,"\\ ') });
const sender: fc.Arbitrary<Sender> = fc.record({ organization: name, stack: name }, { requiredKeys: ['organization'] });

describe('the first line of what goes out', () => {
  it('names the organization, and on AWS the stack', () => {
    const onAws = { organization: 'org-example', stack: stackOf('headroom-prod') };
    expect(signedSubject({ organization: 'org-example' }, 'run failed')).toBe('Headroom (org-example): run failed');
    expect(signedSubject(onAws, 'run failed')).toBe('Headroom (org-example, headroom-prod): run failed');
    expect(signedDay(onAws, '2030-01-01', '3 new')).toBe('Headroom (org-example, headroom-prod) 2030-01-01: 3 new');
  });

  it('is one line of fewer than 100 characters with room for what has happened, whatever the names are', () => {
    const long = { organization: `o\n\u202e${'o'.repeat(200)}`, stack: stackOf('s'.repeat(128)) };
    const line = signedSubject(long, 'shop/orders: maximum reached');
    expect([...line].length).toBeLessThan(100);
    expect(line).toMatch(/^Headroom \(o o+…\): shop\/orders: maximum reached$/);
  });
});

describe('the key of an incident', () => {
  it('is the same only for the same finding of the same organization and deployment', () => {
    fc.assert(
      fc.property(sender, name, sender, name, (one, key, other, otherKey) => {
        const isSame = one.organization === other.organization && one.stack === other.stack && key === otherKey;
        expect(signedKey(one, key) === signedKey(other, otherKey)).toBe(isSame);
        expect(signedKey(one, key)).toBe(signedKey({ ...one }, key));
      }),
    );
  });
});
