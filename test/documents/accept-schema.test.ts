import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../lib/documents/documents.ts';

const policy = (entry: string) => `version: 1
rules:
  - { name: all, match: { project: "*" }, effect: enable, maxAdditionalGb: 100 }
accept:
  - ${entry}
`;
const parse = (entry: string) => parsePolicy(policy(entry), 'p.yaml');

describe('accept in a policy', () => {
  it('names the findings, their services, a last day and a reason', () => {
    expect(
      parse('{ code: autoscaler-lost, match: { service: "orders-*" }, until: 2030-12-31, reason: moves away }').accept,
    ).toEqual([
      expect.objectContaining({
        code: 'autoscaler-lost',
        match: expect.objectContaining({ service: ['orders-*'] }),
        until: '2030-12-31',
        reason: 'moves away',
      }),
    ]);
  });

  it.each([
    ['code: autoscaler-los, match: { project: a }, until: 2030-12-31, reason: r', 'did you mean autoscaler-lost?'],
    [
      'code: project-unread, match: { project: a }, until: 2030-12-31, reason: r',
      'stops or narrows runs, so it cannot be accepted',
    ],
    ['code: drift, match: { project: a }, until: 2030-02-30, reason: r', 'must be a day such as 2030-12-31'],
    ['code: drift, match: {}, until: 2030-12-31, reason: r', 'must have at least one condition'],
    ['code: drift, match: { project: a }, until: 2030-12-31', 'reason'],
    ['code: drift, match: { project: a }, reason: r', 'until'],
  ])('refuses { %s }', (entry, message) => {
    expect(() => parse(`{ ${entry} }`)).toThrow(message);
  });
});
