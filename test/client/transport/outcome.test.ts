import { describe, expect, it } from 'vitest';
import { AnswerTooSlow, toAnswer, toNoAnswer, UnreadableAnswer } from '../../../lib/client/transport/outcome.ts';

const asIs = (text: string) => text;
const address = 'https://api.example.com';
const answer = (text: string, status = 400, headers = {}) => toAnswer({ status, headers, text }, asIs);

describe('an answer', () => {
  it('holds what the platform says, its code and its ids (pf 2.13 body)', () => {
    const text = JSON.stringify({
      message: 'No.',
      errors: [{ message: 'Inner', status: 404, error_code: 'service_not_found' }],
    });
    const date = 'Mon, 02 Mar 2026 08:00:00 GMT';
    const headers = { 'x-request-id': 'r1', date, 'retry-after': ['5', '6'], location: '/elsewhere' };
    expect(answer(text, 404, headers)).toMatchObject({
      status: 404,
      ok: false,
      message: 'No.',
      errorCode: 'service_not_found',
      requestId: 'r1',
      date,
      retryAfter: '5',
      location: '/elsewhere',
    });
  });

  it.each([
    ['the first error', '{"errors":[{"message":"Inner"}]}', 'Inner'],
    ['the error member', '{"error":"Broken"}', 'Broken'],
    ['the text itself when it is not JSON', 'Bad gateway', 'Bad gateway'],
    ['nothing when it is empty', '', ''],
    ['nothing when it is JSON of another form', '[1]', ''],
    ['nothing when its message is no text', '{"message":7}', ''],
  ])('takes its words from %s', (_name, text, message) => {
    expect(answer(text).message).toBe(message);
  });

  // pf 2.13 error in a success
  it.each([
    [200, '{}', true],
    [204, '', true],
    [200, '{"error":null}', true],
    [200, '{"error":"no"}', false],
    [200, '{"error":{"message":"no"}}', false],
    [302, '', false],
    [404, '{}', false],
  ])('%i %s is a success: %s', (status, text, ok) => {
    expect(answer(text, status).ok).toBe(ok);
  });

  it('cleans every text that may end in an error', () => {
    const text = JSON.stringify({ message: 'm', errors: [{ error_code: 'c' }] });
    const headers = { 'x-request-id': 'r', location: 'l' };
    const cleaned = toAnswer({ status: 400, headers, text }, () => 'clean');
    expect(cleaned).toMatchObject({ message: 'clean', errorCode: 'clean', requestId: 'clean', location: 'clean' });
  });
});

describe('an error of the network', () => {
  const refused = { code: 'ECONNREFUSED', syscall: 'connect' };

  it.each([
    ['a refused connection', refused, 'not-connected'],
    ['every address refused', { code: 'ECONNREFUSED', errors: [refused, refused] }, 'not-connected'],
    ['a name that is not known', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'not-connected'],
    ['a connection that takes too long', { code: 'UND_ERR_CONNECT_TIMEOUT' }, 'not-connected'],
    ['an unreachable host after the connection stood', { code: 'EHOSTUNREACH', syscall: 'read' }, 'lost'],
    ['a reset', { code: 'ECONNRESET', syscall: 'read' }, 'lost'],
    ['a closed socket', { code: 'UND_ERR_SOCKET' }, 'lost'],
    ['headers that take too long', { code: 'UND_ERR_HEADERS_TIMEOUT' }, 'lost'],
    ['a body that takes too long', { code: 'UND_ERR_BODY_TIMEOUT' }, 'lost'],
    ['an aggregate of nothing', { errors: [] }, 'lost'],
    ['an expired certificate', { code: 'CERT_HAS_EXPIRED' }, 'not-trusted'],
    ['a self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'not-trusted'],
    ['a certificate for another name', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'not-trusted'],
    ['an answer above the size limit', { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' }, 'too-large'],
    ['a compressed answer above the size limit', { code: 'ERR_BUFFER_TOO_LARGE' }, 'too-large'],
    ['an answer that is compressed otherwise', new UnreadableAnswer('zstd'), 'unreadable'],
    ['something else', 'oops', 'lost'],
  ])('%s is sorted by what the platform may have done', (_name, error, failure) => {
    expect(toNoAnswer(error, address, asIs).failure).toBe(failure);
  });

  it.each([
    ['a refused connection', refused, 'refused'],
    ['every address refused', { code: 'ECONNREFUSED', errors: [refused, refused] }, 'refused'],
    ['a name that is not known', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'host not found'],
    ['a connection that takes too long', { code: 'UND_ERR_CONNECT_TIMEOUT' }, 'timed out'],
    ['an unreachable network', { code: 'ENETUNREACH', syscall: 'connect' }, 'ENETUNREACH'],
    [
      'a self-signed certificate',
      { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
      'certificate not trusted: DEPTH_ZERO_SELF_SIGNED_CERT',
    ],
    ['a server without TLS', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'the server does not use TLS'],
  ])('%s names the address and the cause', (_name, error, cause) => {
    expect(toNoAnswer(error, address, asIs).message).toBe(`Cannot connect to ${address} (${cause})`);
  });

  it('of a connection is cleaned like every other', () => {
    expect(toNoAnswer(refused, address, () => 'clean').message).toBe('clean');
  });

  it('of an answer that trickles past its time is an answer too slow', () => {
    expect(toNoAnswer(new AnswerTooSlow(120_000), address, asIs)).toEqual({
      kind: 'no-answer',
      failure: 'too-slow',
      message: 'the answer was not complete after 120 s',
    });
  });

  it('states its message and its code, each once', () => {
    const messageOf = (error: unknown) => toNoAnswer(error, address, asIs).message;
    expect(messageOf({ message: 'other side closed', code: 'UND_ERR_SOCKET' })).toBe(
      'other side closed, UND_ERR_SOCKET',
    );
    expect(messageOf({ message: '', code: 'ECONNRESET' })).toBe('ECONNRESET');
    expect(messageOf({ message: 'read ECONNRESET', code: 'ECONNRESET' })).toBe('read ECONNRESET');
  });
});
