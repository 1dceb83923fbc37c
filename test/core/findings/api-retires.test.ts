import { expect, it } from 'vitest';
import { apiRetires } from '../../../lib/core/findings/api-retires.ts';

const operation = 'GET /project/{project}/service';
const call = {
  operation,
  deprecatedAt: '2026-07-29T00:00:00.000Z',
  sunsetAt: '2027-01-31T00:00:00.000Z',
  link: 'https://example.com/eol/v1',
};

const texts = (...calls: Parameters<typeof apiRetires>[0]) => apiRetires(calls).map(({ message }) => message);

it('a call that the platform retires is one finding of the operation with the date, the remedy and the link', () => {
  expect(apiRetires([call])).toEqual([
    {
      code: 'api-retires',
      project: '',
      service: '',
      subject: operation,
      message:
        `The platform retires the call ${operation} on 2027-01-31 and marks it as deprecated since 2026-07-29. ` +
        'From then on every run that needs the call fails. Update Headroom before that date. ' +
        'Notice of the platform: https://example.com/eol/v1',
    },
  ]);
});

it('a date that the platform does not give is said to be unknown', () => {
  expect(texts({ operation, deprecatedAt: call.deprecatedAt })).toEqual([
    `The platform retires the call ${operation} on a date that it does not name and marks it as deprecated since 2026-07-29. ` +
      'From then on every run that needs the call fails. Update Headroom soon.',
  ]);
  expect(texts({ operation, sunsetAt: call.sunsetAt })[0]).toContain('on 2027-01-31. From then on');
});

it('the same operation in the readings of many projects is one finding, by the last of them; the findings have one order', () => {
  const other = { operation: 'GET /me' };
  const findings = apiRetires([call, other, { ...call, sunsetAt: '2027-03-01T00:00:00.000Z' }]);
  expect(findings.map(({ subject }) => subject)).toEqual(['GET /me', operation]);
  expect(findings[1]?.message).toContain('on 2027-03-01');
});

it('nothing announced is no finding', () => {
  expect(apiRetires([])).toEqual([]);
});
