/** Address of the platform. */
export interface PlatformAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path before `/v1`, without a trailing slash; empty for a platform at the root of its host. */
  readonly prefix: string;
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address is of this machine, where only a platform of one's own listens. */
export const isOfThisMachine = (address: string): boolean =>
  URL.canParse(address) && loopback.test(new URL(address).hostname);

const parse = (text: string): URL => {
  try {
    return new URL(text);
  } catch {
    throw new Error(
      'The base URL is not a URL: use one such as https://api.example.com (HEADROOM_BASE_URL or --base-url).',
    );
  }
};

/**
 * Checks and splits the platform's base URL (spec.md §0 base address), with or without a trailing slash or `/v1`.
 * @throws Error with the remedy, without repeating a possible password, if the URL would send the token in
 * the clear or contains parts that a base URL must not have.
 */
export const parseBaseUrl = (text: string): PlatformAddress => {
  const url = parse(text);
  if (url.username !== '' || url.password !== '') {
    throw new Error('The base URL contains a user name or password: remove them; the token goes in HEADROOM_TOKEN.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new Error(`The base URL starts with ${url.protocol}//, which is no platform: use https.`);
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    throw new Error(
      `The base URL http://${url.host} would send the token unencrypted: use https (http is allowed for loopback only).`,
    );
  }
  if (text.includes('?') || text.includes('#')) {
    throw new Error('The base URL contains a query or a fragment: end it after the host or path.');
  }
  const prefix = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
  return { origin: url.origin, prefix };
};
