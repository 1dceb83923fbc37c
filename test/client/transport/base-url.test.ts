import { describe, expect, it } from 'vitest';
import { parseBaseUrl } from '../../../lib/client/transport/base-url.ts';

describe('the base URL (§0 base address)', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com', ''],
    ['https://api.example.com/', 'https://api.example.com', ''],
    ['https://api.example.com/v1', 'https://api.example.com', ''],
    ['https://api.example.com/v1/', 'https://api.example.com', ''],
    ['https://gateway.example.com:8443/platform/v1', 'https://gateway.example.com:8443', '/platform'],
    ['https://gateway.example.com/platform//', 'https://gateway.example.com', '/platform'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', ''],
    ['http://127.9.8.7', 'http://127.9.8.7', ''],
    ['http://localhost:1', 'http://localhost:1', ''],
    ['http://[::1]:8080/v1', 'http://[::1]:8080', ''],
  ])('%s is taken', (text, origin, prefix) => {
    expect(parseBaseUrl(text)).toEqual({ origin, prefix });
  });

  it.each([
    ['', /use one such as https/],
    ['api.example.com', /use one such as https/],
    ['http://api.example.com', /use https/],
    ['http://127.0.0.1.example.com', /use https/],
    ['http://0.0.0.0', /use https/],
    ['ftp://api.example.com', /use https/],
    ['https://user@api.example.com', /remove them/],
    ['https://:hunter2@api.example.com', /remove them/],
    ['https://api.example.com/?', /end it after/],
    ['https://api.example.com/?a=b', /end it after/],
    ['https://api.example.com/#top', /end it after/],
  ])('%s is refused, and the error says what to do', (text, mend) => {
    expect(() => parseBaseUrl(text)).toThrow(mend);
  });

  it('does not repeat a password', () => {
    expect(() => parseBaseUrl('https://user:hunter2@api.example.com')).not.toThrow(/hunter2/);
  });
});
