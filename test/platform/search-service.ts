import { pg, type Send, served, smallScenario } from './small-organization.ts';

export const collection = '/v1/project/shop/service';
export const search = (userConfig: Record<string, unknown> = {}) => pg('logs', { type: 'engine', userConfig });

/** A platform with one search service that holds this configuration. */
export const withSearch = async (userConfig: Record<string, unknown> = {}) => {
  const { send, platform } = await served({ scenario: smallScenario([search(userConfig), pg('orders')]) });
  const put = (config: unknown, more: object = {}) =>
    send('PUT', `${collection}/logs`, { user_config: config, ...more });
  return { send, platform, put };
};

export const create = (send: Send, name: string, config: unknown) =>
  send('POST', collection, { service_name: name, service_type: 'engine', plan: 'startup-4', user_config: config });

export const messages = ({ body }: { body: { errors: { message: string }[] } }) =>
  body.errors.map(({ message }) => message);

export const openid = {
  enabled: true,
  connect_url: 'https://idp.example.com',
  client_id: 'search',
  client_secret: 'canary-1',
};
