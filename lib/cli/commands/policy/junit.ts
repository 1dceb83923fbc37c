/** One test for a report in JUnit XML; `failure` is absent if it passed. */
export interface JunitTest {
  readonly name: string;
  /** Its place, `FILE:LINE:COLUMN`. */
  readonly place: string;
  readonly failure?: { readonly summary: string; readonly text: string };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no form for most control characters, so they are replaced. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"]/g, (char) => entities[char] ?? char);

const attribute = (name: string, value: string | number): string =>
  ` ${name}="${escaped(String(value)).replace(/[\n\r\t]/g, ' ')}"`;

const testCase = ({ name, place, failure }: JunitTest, suite: string): string => {
  const head = `    <testcase${attribute('name', name)}${attribute('classname', suite)}${attribute('file', place)}`;
  if (failure === undefined) return `${head}/>`;
  return `${head}>\n      <failure${attribute('message', failure.summary)}>${escaped(failure.text)}</failure>\n    </testcase>`;
};

/** Tests of one suite as JUnit XML, which CI systems read. It contains no time, so equal results are equal bytes. */
export const junitXml = (suite: string, tests: readonly JunitTest[]): string => {
  const failed = tests.filter(({ failure }) => failure !== undefined).length;
  const counts = `${attribute('tests', tests.length)}${attribute('failures', failed)}${attribute('errors', 0)}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${counts}>`,
    `  <testsuite${attribute('name', suite)}${counts}>`,
    ...tests.map((test) => testCase(test, suite)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};
