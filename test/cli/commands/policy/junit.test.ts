import fc from 'fast-check';
import { expect, it } from 'vitest';
import { junitXml } from '../../../../lib/cli/commands/policy/junit.ts';

it('JUnit XML has one element for each test, and the failures with their text', () => {
  const failure = { summary: 'effect: expected "a" & <b>', text: 'one\ntwo & <three>' };
  expect(
    junitXml('policy.yaml', [
      { name: 'first', place: 'c.yaml:2:5' },
      { name: 'second', place: 'c.yaml:5:5', failure },
    ]),
  ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="2" failures="1" errors="0">
  <testsuite name="policy.yaml" tests="2" failures="1" errors="0">
    <testcase name="first" classname="policy.yaml" file="c.yaml:2:5"/>
    <testcase name="second" classname="policy.yaml" file="c.yaml:5:5">
      <failure message="effect: expected &quot;a&quot; &amp; &lt;b&gt;">one
two &amp; &lt;three&gt;</failure>
    </testcase>
  </testsuite>
</testsuites>
`);
});

it('JUnit XML contains no character that XML forbids, whatever the names are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const xml = junitXml(name, [{ name, place: name, failure: { summary: name, text: name } }]);
      expect(xml).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
      expect(xml.replace(/&(?:amp|lt|gt|quot);/g, '')).not.toContain('&');
    }),
  );
});
