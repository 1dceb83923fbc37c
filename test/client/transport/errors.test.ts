import { describe, expect, it } from 'vitest';
import type { Answer, Call } from '../../../lib/client/transport/call.ts';
import { answerInvalid, errorOf, tokenUnusable } from '../../../lib/client/transport/errors.ts';

const call: Call = { method: 'PUT', path: '/project/a/integration_endpoint/e1', kind: 'write' };
const final = { throttled: false, reason: '' };
const answer = (status: number, rest: Partial<Answer> = {}): Answer => ({
  kind: 'answer',
  status,
  ok: false,
  text: '',
  message: '',
  ...rest,
});

describe('the error of an answer', () => {
  it.each([
    [200, 'PlatformRefused'],
    [302, 'PlatformAnswerInvalid'],
    [400, 'PlatformRefused'],
    [401, 'PlatformUnauthorized'],
    [403, 'PlatformForbidden'],
    [404, 'PlatformNotFound'],
    [408, 'PlatformUnavailable'],
    [409, 'PlatformConflict'],
    [410, 'PlatformRefused'],
    [417, 'PlatformRefused'],
    [429, 'PlatformThrottled'],
    [500, 'PlatformUnavailable'],
    [501, 'PlatformUnavailable'],
    [503, 'PlatformUnavailable'],
  ])('of %i is %s', (status, name) => {
    expect(errorOf(call, answer(status), final)).toMatchObject({
      name,
      call: { method: 'PUT', path: call.path, status },
    });
  });

  it('distinguishes a service without the feature from a token without permission (pf 2.13 403 small plans)', () => {
    const message = 'Service integrations are not available for this service';
    const error = errorOf(call, answer(403, { message }), final);
    expect(error.name).toBe('PlatformNotOffered');
    expect(error.message).not.toMatch(/operator role/);
  });

  it("states the call, the platform's message, and the request id", () => {
    const error = errorOf(call, answer(409, { message: 'In the way.', requestId: 'r7', errorCode: 'busy' }), final);
    expect(error.message).toBe('[PUT] "/project/a/integration_endpoint/e1": 409 In the way. (request id r7)');
    expect(error.call).toMatchObject({ requestId: 'r7', errorCode: 'busy' });
  });

  it('names the status when the platform says nothing', () => {
    expect(errorOf(call, answer(502), final).message).toMatch(/: 502 Bad Gateway$/);
    expect(errorOf(call, answer(599), final).message).toMatch(/: 599 no message$/);
    expect(errorOf(call, answer(200), final).message).toMatch(/: 200 an error without a message$/);
  });

  it('states why it is not retried', () => {
    const error = errorOf(call, answer(503), { throttled: false, reason: 'gave up after 6 tries' });
    expect(error.message).toMatch(/: 503 Service Unavailable; gave up after 6 tries$/);
  });

  it('is throttled when the wait asked for is out of the question, whatever the status', () => {
    expect(errorOf(call, answer(503), { throttled: true, reason: 'asks to wait' }).name).toBe('PlatformThrottled');
  });

  it('says how to mend a refused token and a missing role (§5 permission)', () => {
    expect(errorOf(call, answer(401), final).message).toMatch(/HEADROOM_TOKEN/);
    expect(errorOf(call, answer(403), final).message).toMatch(/operator role/);
  });

  it('says that a call was retired, and what to do', () => {
    const retired = { message: 'This endpoint is retired', errorCode: 'retired_api_endpoint' };
    const error = errorOf(call, answer(410, retired), final);
    expect(error.message).toMatch(
      /: 410 This endpoint is retired; the platform has retired this call: install a newer/,
    );
  });

  it('says of a redirect where it led and what to do', () => {
    const error = errorOf(call, answer(301, { location: 'https://new.example.com/' }), final);
    expect(error.message).toMatch(/301 redirect to "https:\/\/new\.example\.com\/" not followed.*base URL/);
  });
});

describe('the error of no answer', () => {
  it.each([
    ['not-connected', 'PlatformUnavailable', /^gone; gave up\. Check the base URL .* and the network\.$/],
    ['lost', 'PlatformUnavailable', /no answer: gone; gave up$/],
    ['not-trusted', 'PlatformUnavailable', /^gone; gave up\. Check .* certificate \(NODE_EXTRA_CA_CERTS/],
    ['too-large', 'PlatformAnswerInvalid', /no answer: gone/],
    ['unreadable', 'PlatformAnswerInvalid', /no answer: gone/],
    ['too-slow', 'PlatformUnavailable', /no answer: gone; gave up$/],
  ] as const)('of the kind %s is %s', (failure, name, message) => {
    const error = errorOf(
      call,
      { kind: 'no-answer', failure, message: 'gone' },
      { throttled: false, reason: 'gave up' },
    );
    expect(error.name).toBe(name);
    expect(error.message).toMatch(message);
    expect(error.call).toEqual({ method: 'PUT', path: call.path });
  });
});

it.each([
  ['not-connected', '', true],
  ['not-connected', 'gave up after 6 tries', false],
  ['not-trusted', '', true],
  ['too-slow', '', true],
  ['too-large', '', false],
  ['unreadable', '', false],
  ['lost', 'gave up after 6 tries', false],
] as const)('a failure of the kind %s with "%s" is lasting: %s', (failure, reason, isLasting) => {
  const error = errorOf(call, { kind: 'no-answer', failure, message: 'gone' }, { throttled: false, reason });
  expect('isLasting' in error && error.isLasting).toBe(isLasting);
});

it('the error of a success that cannot be read names the member', () => {
  const error = answerInvalid(call, answer(200, { ok: true }), 'services.0.plan: expected string');
  expect(error.name).toBe('PlatformAnswerInvalid');
  expect(error.message).toMatch(/: 200 unexpected answer: services\.0\.plan: expected string$/);
});

it('the error of a token that cannot be sent says how to mend it', () => {
  expect(tokenUnusable(call)).toMatchObject({ name: 'PlatformUnauthorized' });
  expect(tokenUnusable(call).message).toMatch(/not sent.*HEADROOM_TOKEN/);
});
