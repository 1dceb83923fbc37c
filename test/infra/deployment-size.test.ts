import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deploymentSize } from '../../lib/cli/commands/cost/action.ts';

// The snapshot test verifies the template, so this test need not build it again.
const template = readFileSync(join(import.meta.dirname, '__snapshots__', 'stack.test.ts.snap'), 'utf8');
const countOf = (type: string) => template.split(`"Type": "${type}"`).length - 1;

it('counts what costs money by being there as the template has it', () => {
  expect(deploymentSize).toEqual({
    keys: countOf('AWS::KMS::Key'),
    secrets: countOf('AWS::SecretsManager::Secret'),
    alarms: countOf('AWS::CloudWatch::Alarm'),
    compositeAlarms: countOf('AWS::CloudWatch::CompositeAlarm'),
    dashboards: countOf('AWS::CloudWatch::Dashboard'),
  });
});
