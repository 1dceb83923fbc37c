import { createMemoryStore } from '../../lib/local/memory-store.ts';
import { keys } from '../../lib/run/store/keys.ts';

/** Markup, an end of a script, marks that turn the direction of text, and very long texts, with and without blanks. */
export const hostileNames = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '\u202egnp.exe\u2066',
  'half \ud800 a pair',
  'a b '.repeat(20_000),
  'x'.repeat(1_000_000),
];

// biome-ignore lint/suspicious/noExplicitAny: a stored document is edited as what it is, parsed JSON.
type Json = any;

const textsOf = (value: Json, at: number): Json => {
  const text = hostileNames[at % hostileNames.length];
  switch (true) {
    case 'code' in value && 'message' in value:
      return { ...value, project: text, service: text, message: text };
    case 'shares' in value:
      return {
        ...value,
        name: text,
        shares: value.shares.map((share: Json, i: number) => ({
          ...share,
          service: hostileNames[i % hostileNames.length],
          reason: text,
        })),
      };
    case 'effect' in value:
      return { ...value, project: text, service: text, rule: text };
    default:
      return value;
  }
};

/** A store whose latest report has hostile names wherever people can write one. */
export const hostileStore = async (report: string, policy: string) => {
  const store = createMemoryStore();
  const stored: Json = JSON.parse(report);
  const { plan } = stored;
  for (const list of ['decisions', 'findings', 'budgets']) plan[list] = plan[list].map(textsOf);
  stored.unread = [{ project: hostileNames[0], error: hostileNames[1], message: hostileNames[6] }];
  await store.put(keys.latestReport, JSON.stringify(stored));
  await store.put(keys.policy, `${policy}\n# ${hostileNames.join('\n# ')}\n`);
  return store;
};
