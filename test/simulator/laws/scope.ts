import { isOurName } from '../surroundings/truth.ts';
import { earlier, type Law, nameOf } from './law.ts';
import { wishes } from './wanted.ts';

export const onlySelected: Law = {
  name: 'only services that policy selects are changed',
  source: 'design §12.4',
  afterWrite: ({ before, after }, circumstances) =>
    after.flatMap((service) => {
      const was = earlier(before, service);
      const [now, then] = [service.ours[0]?.gb, was?.ours[0]?.gb];
      // What an undo may touch is the matter of a law of its own.
      if (now === then || circumstances.run?.undone !== undefined) return [];
      const wanted = wishes(service, circumstances).map(({ kind }) => kind);
      if (now === undefined) {
        return wanted.includes('disable') || wanted.includes('enable')
          ? []
          : [`${nameOf(service)} lost its autoscaler`];
      }
      return wanted.includes('enable') || (wanted.includes('disable') && then !== undefined && now < then)
        ? []
        : [`${nameOf(service)} got a maximum of ${now} GB, and policy does not ask for one`];
    }),
};

export const onlyOurs: Law = {
  name: 'nothing that is not ours is changed or deleted',
  source: 'design §12.5',
  afterWrite: ({ request, endpoint, integration, endpointName }) => {
    const what = `${request.method} ${request.path}`;
    if (endpoint !== undefined && !isOurName(endpoint.name)) return [`${what} is about ${endpoint.name}`];
    if (integration !== undefined) {
      const name = endpointName(integration.endpointId) ?? '';
      return isOurName(name) ? [] : [`${what} is about the integration with ${name}`];
    }
    if (/\/integration_endpoint$/.test(request.path)) {
      const { endpoint_name: name } = JSON.parse(request.body ?? '{}');
      return isOurName(String(name)) ? [] : [`${what} makes ${name}`];
    }
    return [];
  },
};
