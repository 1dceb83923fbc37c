import { emptyClass, type Recipe } from './recipe.ts';

export const secretStore: Recipe = {
  title: 'A secret store',
  probe: 'probesecrets',
  steps: [
    {
      file: 'lib/local/probe-secrets.ts',
      text: emptyClass('SecretStore', ['name', 'id'], ['describe', 'read', 'put', 'move']),
    },
  ],
  named: [],
};
