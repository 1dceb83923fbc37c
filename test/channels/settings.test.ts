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
