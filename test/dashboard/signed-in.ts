/** A dashboard as a browser has it that opened its address. */
export interface SignedIn {
  /** Address of its pages, without a slash at the end. */
  readonly url: string;
  readonly origin: string;
  readonly cookie: string;
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
}

const exchange = async (address: string): Promise<SignedIn> => {
  const { headers } = await fetch(address, { redirect: 'manual' });
  const cookie = headers.get('set-cookie')?.split(';')[0];
  const { origin, pathname } = new URL(address);
  if (cookie === undefined) throw new Error(`${origin} refuses its own key`);
  const url = `${origin}${pathname.replace(/\/$/, '')}`;
  return {
    url,
    origin,
    cookie,
    ask: (path, init = {}) => fetch(`${url}${path}`, { ...init, headers: { cookie, ...init.headers } }),
  };
};

const readers = new Map<string, Promise<SignedIn>>();

/** Opens the address of a dashboard, which exchanges the key in it for a cookie: once, so all tests of a file share it. */
export const signIn = (address: string): Promise<SignedIn> => {
  const reader = readers.get(address) ?? exchange(address);
  readers.set(address, reader);
  return reader;
};

/** The same as a cookie of a browser under test; none for an address without a key. */
export const cookiesOf = async (address: string): Promise<{ name: string; value: string; url: string }[]> => {
  if (!address.includes('?key=')) return [];
  const { url, cookie } = await signIn(address);
  const [name = '', value = ''] = cookie.split('=');
  return [{ name, value, url: `${url}/` }];
};
