import { describe, expect, it } from 'vitest';
import { checkPolicy } from '../../lib/documents/policy-check.ts';

describe('a policy with channels', () => {
  const rules = 'rules: [{ name: all, match: { project: "*" }, effect: enable, maxAdditionalGb: 100 }]';
  const checked = (match: string) =>
    checkPolicy(`version: 1\n${rules}\nnotify: [{ channel: on-call, match: ${match} }]\n`, 'p.yaml').warnings;

  it('warns of each severity with findings that no channel is ever notified of', () => {
    expect(checked('{ urgent: true }')).toEqual([
      expect.stringMatching(
        /^p\.yaml:3:1 notify: no channel is notified of findings with severity error: .+ and \d+ more; match/,
      ),
      expect.stringMatching(/^p\.yaml:3:1 notify: no channel is notified of findings with severity warning: /),
    ]);
    expect(checked('{ owner: "*" }')).toEqual([]);
  });
});
