import { Document, isMap, isScalar, isSeq, visit } from 'yaml';
import type { Scenario } from '../emulator/scenario/scenario.ts';

/** Lists and maps of values alone fit on a line. */
const isFlat = (items: readonly unknown[]): boolean => items.every((item) => isScalar(item));

/**
 * The scenario as a YAML file that people can read and edit: long lists of numbers and small maps on one line each.
 * Values such as `on` are in quotes, because other readers of YAML take them for a boolean.
 * @param heading lines of the comment on top
 */
export const scenarioText = (scenario: Scenario, heading: readonly string[]): string => {
  const document = new Document(scenario, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  document.commentBefore = heading.map((line) => ` ${line}`).join('\n');
  visit(document, {
    Collection: (_, node) => {
      if (isSeq(node)) node.flow = isFlat(node.items);
      else if (isMap(node)) node.flow = node.items.length <= 4 && isFlat(node.items.map(({ value }) => value));
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
};
