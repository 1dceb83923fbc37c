/** Where the platform answers. */
export interface PlatformAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path in front of `/v1`, without a slash at its end; empty for a platform at the root of its host. */
  readonly prefix: string;
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const parse = (text: string): URL => {
  try {
    return new URL(text);
  } catch {
    throw new Error(
      'The base URL is not a URL: give one like https://api.example.com (HEADROOM_BASE_URL or --base-url).',
    );
  }
};

/**
 * Checks and splits the platform's base URL (spec.md §0 base address). A slash or `/v1` at its end makes no difference.
 * @throws Error that says what to do, without repeating what may be a password, when the URL would send the token in
 * the clear or holds what a base URL has no place for.
 */
export const parseBaseUrl = (text: string): PlatformAddress => {
  const url = parse(text);
  if (url.username !== '' || url.password !== '') {
    throw new Error('The base URL holds a user name or password: take them out; the token goes in HEADROOM_TOKEN.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new Error(`The base URL starts with ${url.protocol}: use https.`);
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    throw new Error(
      `The base URL http://${url.host} would send the token unencrypted: use https (http is for loopback).`,
    );
  }
  if (text.includes('?') || text.includes('#')) {
    throw new Error('The base URL holds a query or a fragment: end it after the host or path.');
  }
  const prefix = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
  return { origin: url.origin, prefix };
};
