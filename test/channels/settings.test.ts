import { describe, expect, it } from 'vitest';
import { channelIn } from '../../lib/channels/settings.ts';

const canary = 'canary-3f1c';

const refused = [
  [
    'a plain address',
    { kind: 'slack', url: `http://hooks.example.com/${canary}` },
    'url: must be an address that begins',
  ],
  ['no address', { kind: 'slack', url: canary }, 'url: must be an address'],
  ['a key that is too short', { kind: 'webhook', url: 'https://x.example', signingKey: canary }, 'signingKey: must be'],
  ['no key', { kind: 'webhook', url: `https://x.example/${canary}` }, 'signingKey: '],
  ['an unknown kind', { kind: canary, url: 'https://x.example' }, 'kind: '],
  ['an unknown member', { kind: 'slack', url: 'https://x.example', [canary]: 1 }, ''],
  [
    'a mail server without encryption',
    { kind: 'mail', url: `smtp://u:${canary}@mail.example.com`, from: 'a@b.cc', to: ['a@b.cc'] },
    'url: ',
  ],
] as const;

describe('the settings of a channel', () => {
  it.each(refused)('with %s are refused, without any value of them', (what, settings, problem) => {
    const read = channelIn(JSON.stringify({ ops: settings }), 'ops');
    expect(read).toEqual({ problem: expect.stringContaining(problem) });
    if (what !== 'an unknown member') expect(JSON.stringify(read)).not.toContain(canary);
  });

  it.each([
    { kind: 'slack', url: 'https://x.example/y' },
    { kind: 'teams', url: 'https://x.example/y' },
    { kind: 'webhook', url: 'https://x.example/y', signingKey: `whsec_${'A'.repeat(32)}` },
    { kind: 'webhook', url: 'http://localhost:1/y', signingKey: `whsec_${'+/9z'.repeat(9)}AA==` },
    { kind: 'pagerduty', url: 'https://x.example/y', routingKey: 'aB3'.padEnd(32, '0') },
    { kind: 'mail', url: 'smtps://u:p@mail.example.com', from: 'a@b.cc', to: ['a@b.cc', 'd@e.ff'] },
    { kind: 'mail', url: 'smtp://localhost', from: 'a@b.cc', to: ['a@b.cc'] },
  ])('of each kind are taken as they are: %j', (settings) => {
    expect(channelIn(JSON.stringify({ ops: settings }), 'ops')).toEqual(settings);
  });

  it.each(['A'.repeat(31), `${'A'.repeat(32)}===`, `${'A'.repeat(32)}-`, ` ${'A'.repeat(32)}`, 'A'])(
    'have a key that can be one: not %j',
    (key) => {
      for (const signingKey of [`whsec_${key}`, `x whsec_${'A'.repeat(32)}`]) {
        const settings = { ops: { kind: 'webhook', url: 'https://x.example', signingKey } };
        expect(channelIn(JSON.stringify(settings), 'ops')).toHaveProperty('problem');
      }
    },
  );

  it.each([
    ['pagerduty', 'routingKey', 'a'.repeat(31)],
    ['pagerduty', 'routingKey', 'a'.repeat(33)],
    ['pagerduty', 'routingKey', `${'a'.repeat(31)}-`],
  ])('have a key that a pager can have given: %s, not %s %j', (kind, member, key) => {
    expect(channelIn(JSON.stringify({ ops: { kind, [member]: key } }), 'ops')).toEqual({
      problem: expect.stringContaining(`(${member}: must be the `),
    });
  });

  it.each([['pagerduty', { routingKey: 'a'.repeat(32) }, 'https://events.pagerduty.com/v2/enqueue']])(
    'reach %s without an address',
    (kind, key, url) => {
      expect(channelIn(JSON.stringify({ ops: { kind, ...key } }), 'ops')).toEqual({ kind, ...key, url });
    },
  );

  it('that are cut off are named as such, whatever channel is wanted', () => {
    expect(channelIn('{"ops":', 'ops')).toEqual({ problem: 'the settings of the channels are not JSON' });
  });

  it.each([
    { kind: 'mail', url: 'smtps://mail.example.com', from: 'a', to: ['a@b.cc'] },
    { kind: 'mail', url: 'smtps://mail.example.com', from: 'a@b.cc', to: [] },
    { kind: 'mail', url: 'smtps://mail.example.com', from: 'a@b.cc', to: ['a@b.cc', 'nonsense'] },
    { kind: 'teams', url: 'http://x.example/y' },
  ])('are refused where they cannot reach anyone: %j', (settings) => {
    expect(channelIn(JSON.stringify({ ops: settings }), 'ops')).toHaveProperty('problem');
  });

  it('stop no other channel', () => {
    const document = JSON.stringify({ broken: { kind: 'slack' }, ops: { kind: 'slack', url: 'https://x.example/y' } });
    expect(channelIn(document, 'broken')).toHaveProperty('problem');
    expect(channelIn(document, 'ops')).toEqual({ kind: 'slack', url: 'https://x.example/y' });
  });

  it.each([['{'], ['[]'], ['"text"'], ['{"__proto__":{}}']])('that are %s have no channel', (document) => {
    expect(channelIn(document, '__proto__')).toHaveProperty('problem');
  });

  it('may be a server on this machine without encryption', () => {
    expect(channelIn('{"ops":{"kind":"slack","url":"http://127.0.0.1:80/x"}}', 'ops')).not.toHaveProperty('problem');
  });
});
