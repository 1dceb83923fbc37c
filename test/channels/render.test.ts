import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rendered } from '../../lib/channels/channels.ts';
import type { ChannelSettings } from '../../lib/channels/settings.ts';
import { actionOf, type LinkFacts } from '../../lib/core/notices/actions.ts';
import type { LoggedFinding } from '../../lib/core/notices/logged-findings.ts';
import { channelMessages } from '../../lib/core/notices/messages.ts';
import { signedSubject } from '../../lib/core/notices/sender.ts';
import { known, notifiedOf, sender } from '../core/notices/notified.ts';

const digest = '0123456789abcdef0123456789abcdef';
const pending = known({ code: 'plan-needs-approval', project: '', service: '', subject: digest });

const messageOf = (urgent: readonly LoggedFinding[]) => {
  const [first] = channelMessages(sender, [{ channel: 'ops', match: { owner: ['*'] } }], notifiedOf({ urgent }));
  if (first === undefined) throw new Error('no message');
  return first.message;
};

const workflow = 'arn:aws:states:eu-west-1:123456789012:stateMachine:headroom-reconcile';
const links = { dashboard: 'https://headroom.example.com/', runbook: 'https://docs.example.com/runbook' };
const local: LinkFacts = { links, approval: null };
const onAws = (byRequest: boolean): LinkFacts => ({ links: {}, approval: { workflow, byRequest } });

const pagers = ['pagerduty'] as const;
type Kind = Exclude<ChannelSettings['kind'], (typeof pagers)[number]>;
/** Most bytes of a message. Teams takes 28 KB; the others take more than any message has. */
const mostBytes: Readonly<Record<Kind, number>> = {
  slack: 256 * 1024,
  teams: 28 * 1024,
  webhook: 256 * 1024,
  mail: 256 * 1024,
};
const kinds = Object.keys(mostBytes) as Kind[];
const bodyOf = (kind: Kind, urgent: readonly LoggedFinding[], facts: LinkFacts) =>
  rendered(kind, { id: 'run-1~ops', message: messageOf(urgent) }, facts);

describe.each(kinds)('a message for %s', (kind) => {
  it('has the finding, the one thing to do, its command and its links', () => {
    const body = bodyOf(kind, [known()], local);
    for (const part of [
      'shop/orders: disk full',
      'The disk is full.',
      'since 2030-01-01 07:59 UTC',
      'Do what the message says: the disk is full and cannot grow.',
      'headroom explain shop/orders',
      'https://headroom.example.com/services/shop/orders',
      'https://docs.example.com/runbook#when-a-disk-is-full',
    ])
      expect(body).toContain(part);
  });

  it('says how full the disk is and how many days are left, apart from the sentence', () => {
    const details = { percent: 96, days: 9, daysSoonest: 6, daysAtMost: 14 };
    const body = bodyOf(kind, [known({ details, message: 'It fills.' })], local);
    if (kind === 'mail') expect(body).not.toContain('days left');
    else for (const part of ['days left', '9 (6–14)', '96 %']) expect(body).toContain(part);
  });

  it('of a day begins with what needs a person, what fills next and what was done', () => {
    const news = [known({ code: 'drift', message: 'Changed.' })];
    const given = notifiedOf({ news, open: [...news, known({ subject: '100 %' })] });
    const [daily] = channelMessages(sender, [{ channel: 'ops', match: { owner: ['*'] } }], given);
    if (daily === undefined) throw new Error('no message');
    const body = rendered(kind, { id: 'run-1~ops', message: daily.message }, local);
    expect(body.indexOf('Needs a person now: 1')).toBeGreaterThan(0);
    expect(body.indexOf('Needs a person now: 1')).toBeLessThan(body.indexOf('Changed.'));
    expect(body).toContain('By itself in the last day Headroom changed nothing.');
  });

  it('begins with whose it is', () => {
    const body = bodyOf(kind, [known()], local);
    const { text, attachments, subject } = kind === 'mail' ? { text: body } : JSON.parse(body);
    const first = text ?? attachments?.[0].content.body[0].inlines[0].text ?? subject;
    expect(first.split('\n')[0]).toContain('org-example');
  });

  it('leads to the form of the approving execution, with its input, where a request approves', () => {
    const body = bodyOf(kind, [pending], onAws(true));
    const page = `https://eu-west-1.console.aws.amazon.com/states/home?region=eu-west-1#/statemachines/view/${encodeURIComponent(workflow)}`;
    const text =
      kind === 'mail' ? body : JSON.stringify(JSON.parse(body)).replaceAll('\\\\\\"', '"').replaceAll('\\"', '"');
    if (kind !== 'mail') expect(text).toContain(page);
    expect(text).toContain('headroom approve 0123456789ab');
    expect(text).toContain(`"approvedDigest":"${digest}"`);
  });

  it('names only the command where approving is the right of some roles', () => {
    const body = bodyOf(kind, [pending], onAws(false));
    expect(body).toContain('headroom approve 0123456789ab');
    expect(body).not.toMatch(/approvedDigest|console\.aws/);
  });

  it('leads to the page that approves on one machine', () => {
    expect(bodyOf(kind, [pending], local)).toContain(`https://headroom.example.com/approve/${digest}`);
  });

  it('is within the limits of its kind for any number of findings with long texts', () => {
    const many = Array.from({ length: 500 }, (_, n) =>
      known({ service: `${'long-'.repeat(40)}${n}`, message: '<&>`*_'.repeat(2_000), owner: 'o'.repeat(500) }),
    );
    const body = bodyOf(kind, many, local);
    expect(/and \d+ more|"omitted":480/.test(body)).toBe(true);
    expect(Buffer.byteLength(body)).toBeLessThan(mostBytes[kind]);
    if (kind !== 'slack') return;
    const { blocks } = JSON.parse(body) as { blocks: { text: { text: string } }[] };
    expect(blocks.length).toBeLessThanOrEqual(50);
    for (const { text } of blocks) expect(text.text.length).toBeLessThanOrEqual(3_000);
  });
});

it('a card for Teams counts what it has no room for together with what the message leaves out', () => {
  const many = Array.from({ length: 500 }, (_, n) => known({ service: `s${n}`, message: 'x'.repeat(2_000) }));
  const { body } = JSON.parse(bodyOf('teams', many, local)).attachments[0].content;
  const titles = JSON.stringify(body).match(/"shop\/s\d+: disk full"/g)?.length ?? 0;
  expect([titles > 0 && titles < 20, JSON.stringify(body.at(-1))]).toEqual([
    true,
    expect.stringContaining(`and ${500 - titles} more`),
  ]);
});

it.each([...kinds, ...pagers])('%s has its row in the document', (kind) => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/notices.md'), 'utf8');
  expect(page).toContain(`\n| \`${kind}\` | `);
});

describe('a hostile name', () => {
  const hostile = '<!channel> [x](https://evil.example) *b* `c`\n2. forged';

  it('mentions no one in Slack, and links nowhere', () => {
    const { blocks } = JSON.parse(bodyOf('slack', [known({ service: hostile, message: hostile })], local));
    const text = blocks[1].text.text as string;
    expect(text).toContain('&lt;!channel&gt;');
    expect(text).not.toContain('<!channel>');
    expect(text).not.toMatch(/<https:\/\/evil/);
  });

  it('means nothing in the first lines of a day in Slack either', () => {
    const given = notifiedOf({
      news: [known({ code: 'drift' })],
      open: [known({ subject: '100 %', service: hostile })],
    });
    const [daily] = channelMessages(sender, [{ channel: 'ops', match: { owner: ['*'] } }], given);
    const { blocks } = JSON.parse(rendered('slack', { id: 'x', message: daily?.message as never }, local));
    expect(blocks[1].text.text).toContain('&lt;!channel&gt;');
    expect(blocks[1].text.text).not.toMatch(/<!channel>|\*b\*|`c`/);
  });

  it('is plain text in Teams', () => {
    const card = bodyOf('teams', [known({ service: hostile, message: hostile })], local);
    expect(card).not.toContain('"TextBlock"');
  });

  it('is one word of the command, and one line', () => {
    const { command } = actionOf(known({ project: 'a', service: "b'; rm -rf /" }));
    expect(command).toBe(String.raw`headroom explain 'a/b'\''; rm -rf /'`);
    expect(bodyOf('mail', [known({ service: 'x', message: hostile })], local)).not.toContain('\n2. forged');
  });
});

describe('a finding without a step', () => {
  const item = { title: 'shop/orders: drift', text: 'x'.repeat(10), owner: 'storage', action: null, incident: null };
  const message = {
    sender,
    urgent: false,
    onlyPagers: false,
    subject: signedSubject(sender, 'drift'),
    items: [item],
    omitted: 0,
  };
  const of = (kind: (typeof kinds)[number], more: Partial<typeof item> = {}) =>
    rendered(kind, { id: 'x', message: { ...message, items: [{ ...item, ...more }] } }, local);

  it.each(kinds)('is its sentence and its owner for %s', (kind) => {
    const body = of(kind);
    for (const part of ['shop/orders: drift', 'xxxxxxxxxx', 'storage']) expect(body).toContain(part);
    expect(body).not.toContain('headroom explain');
  });

  it('is, for programs, one with no steps, no links and no plan', () => {
    expect(JSON.parse(of('webhook'))).toMatchObject({ items: [{ steps: [], links: [], approves: null }] });
    expect(JSON.parse(bodyOf('webhook', [pending], local))).toMatchObject({ items: [{ approves: digest }] });
  });

  it('is cut where a channel takes no more, and not before', () => {
    const sections = (text: string) => JSON.parse(of('slack', { text })).blocks[1].text.text as string;
    expect(sections('y'.repeat(1_200))).toContain('y'.repeat(1_200));
    expect(sections('y'.repeat(1_201))).toContain(`${'y'.repeat(1_199)}…`);
    expect(sections('y'.repeat(1_201))).not.toContain('y'.repeat(1_200));
  });
});

it('a message for Slack has no empty line where there is no link', () => {
  const noLinks: LinkFacts = { links: {}, approval: null };
  const { blocks } = JSON.parse(bodyOf('slack', [known()], noLinks)) as { blocks: { text: { text: string } }[] };
  for (const { text } of blocks) expect(text.text).toBe(text.text.trimEnd());
});
