import { Agent, request } from 'undici';

/** Connections are kept for the next request, and go when the server goes. */
const agent = new Agent();

interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One request of a test to a server of its own; half of what the built-in fetch takes. */
export const ask = async (url: string, { method = 'GET', headers, body }: Asked = {}) => {
  const answer = await request(url, { dispatcher: agent, method, headers, body });
  return { status: answer.statusCode, text: await answer.body.text() };
};
