import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planFileText, readPlanFile } from '../../lib/cli/session/plan-file.ts';
import { toAnswer } from '../../lib/client/transport/outcome.ts';
import { answerAs } from '../../lib/client/transport/read-answer.ts';
import { createRedactor } from '../../lib/client/transport/redact.ts';
import { readCalendar } from '../../lib/documents/calendar/calendar.ts';
import { parsePolicyCases } from '../../lib/documents/cases/policy-cases.ts';
import { parsePolicy } from '../../lib/documents/documents.ts';
import { readContent } from '../../lib/run/store/content.ts';
import { diskReadings, metrics } from '../../lib/wire/metrics.ts';
import { alerts, events, services } from '../../lib/wire/records.ts';
import { problemIn } from '../run/store/problem-in.ts';

/** A text that stands for a token: no error quotes it. */
export const secret = 'sEcReT-0123456789abcdef';

/** Something that parses, with texts that it accepts or nearly accepts. */
export interface Target {
  readonly name: string;
  readonly seeds: readonly string[];
  /** Parses a text, or refuses it: in what it throws, or in the text that it answers. */
  readonly parse: (text: string) => unknown;
  /** Documents of people are quoted in their errors: a secret does not belong there. */
  readonly quotes?: boolean;
}

const root = new URL('../../', import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const textsIn = (folder: string): string[] => {
  const files = readdirSync(new URL(folder, root), { withFileTypes: true }).filter((each) => each.isFile());
  return files.map(({ name }) => textOf(`${folder}${name}`));
};
/** Kept inputs: what once reached something new, or failed. */
const kept = (name: string): string[] =>
  readdirSync(new URL('test/fuzz/corpus/', root))
    .filter((file) => file.startsWith(`${name}.`))
    .map((file) => textOf(`test/fuzz/corpus/${file}`));

const stored: Readonly<Record<string, string>> = JSON.parse(textOf('test/run/store/fixtures/released/0.1.0.json'));

/** An input of the store: a line with the key, then the body. */
const asObject = ([key, body]: readonly [string, string]): string => `${key}\n${body}`;

const answered = (text: string): unknown => {
  const redactor = createRedactor();
  redactor.learn(secret);
  const answer = toAnswer({ status: 200, headers: {}, text }, redactor.clean);
  for (const schema of [services, events, alerts]) answerAs<unknown, unknown>(schema, (read) => read)(answer.text);
  return answer.message;
};

const readings = (text: string): unknown => {
  const read = answerAs(metrics, diskReadings)(text);
  return read.ok ? undefined : read.problem;
};

const place = { organization: 'acme', baseUrl: 'http://127.0.0.1:1' };

/** A plan file with the right seal if the text is JSON, so that its content is read too. */
const planFileIn = (folder: string) => async (text: string) => {
  let sealed = text;
  try {
    sealed = planFileText(JSON.parse(text), { ...place, proposedAt: '2030-01-01T00:00:00.000Z' });
  } catch {
    // The text itself is then the file.
  }
  const file = join(folder, 'plan.json');
  writeFileSync(file, sealed);
  await readPlanFile(file, place);
};

const day = (text: string): number => Date.parse(`${text}T00:00Z`);

const all = (folder: string): Target[] => [
  { name: 'policy', seeds: textsIn('docs/policies/'), parse: (text) => parsePolicy(text, 'policy.yaml'), quotes: true },
  {
    ...{ name: 'cases', parse: (text: string) => parsePolicyCases(text, 'cases.yaml'), quotes: true },
    seeds: textsIn('docs/policy-tests/'),
  },
  {
    ...{ name: 'calendar', seeds: [], quotes: true },
    parse: (text) => readCalendar(text, day('2026-01-01'), day('2027-03-01')),
  },
  { name: 'plan-file', seeds: [], parse: planFileIn(folder) },
  {
    name: 'store',
    seeds: Object.entries(stored).map(asObject),
    parse: (text) => {
      const [key = '', ...body] = text.split('\n');
      if (Object.hasOwn(stored, key) && key.endsWith('.json')) readContent(key, body.join('\n'));
      return problemIn(key, body.join('\n'));
    },
  },
  { name: 'answer', seeds: [], parse: answered },
  { name: 'metrics', seeds: [], parse: readings },
];

/** Everything that parses. @param folder for files that must be read from one */
export const targetsIn = (folder: string): readonly Target[] =>
  all(folder).map((target) => ({ ...target, seeds: [...target.seeds, ...kept(target.name)] }));
