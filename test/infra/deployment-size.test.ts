import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deploymentSize } from '../../lib/cli/commands/cost.ts';
import { copiesOf } from '../../lib/contract/tasks/copies.ts';
import { allTasks } from '../../lib/contract/tasks.ts';

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

it('reserves the concurrent executions that docs/deploy.md has an operator ask for', () => {
  const root = join(import.meta.dirname, '..', '..');
  const documented = /reserve (\d+) .*with 1,000 calls a minute (\d+),[\s\S]*the account needs (\d+) or/.exec(
    readFileSync(join(root, 'docs', 'deploy.md'), 'utf8'),
  );
  const always = allTasks.filter(({ name }) => name !== 'deliver');
  const reserved = (calls: number) => always.reduce((sum, task) => sum + copiesOf(task, calls), 0);
  const inTemplate = [...template.matchAll(/"ReservedConcurrentExecutions": (\d+)/g)];
  expect(inTemplate.reduce((sum, [, copies]) => sum + Number(copies), 0)).toBe(reserved(100));
  expect(documented?.slice(1).map(Number)).toEqual([reserved(100), reserved(1_000), 100 + reserved(100)]);
});
