/** A dashboard as a browser has it that opened its address. */
export interface SignedIn {
  readonly url: string;
  readonly cookie: string;
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
}

/** Opens the address of a dashboard, which exchanges the key in it for a cookie. */
export const signIn = async (address: string): Promise<SignedIn> => {
  const { headers } = await fetch(address, { redirect: 'manual' });
  const cookie = headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`${new URL(address).origin} refuses its own key`);
  const url = new URL(address).origin;
  return {
    url,
    cookie,
    ask: (path, init = {}) => fetch(`${url}${path}`, { ...init, headers: { cookie, ...init.headers } }),
  };
};

/** The same as a cookie of a browser under test; none for an address without a key. */
export const cookiesOf = async (address: string): Promise<{ name: string; value: string; url: string }[]> => {
  if (!address.includes('?key=')) return [];
  const { url, cookie } = await signIn(address);
  const [name = '', value = ''] = cookie.split('=');
  return [{ name, value, url }];
};
