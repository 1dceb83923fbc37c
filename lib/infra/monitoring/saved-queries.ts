import { Stack } from 'aws-cdk-lib';
import { QueryDefinition, QueryString } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Functions } from '../functions/functions.ts';

const fields = ['@timestamp', 'task', 'runId', 'message'];

/** Log queries of the runbook, saved in Logs Insights. */
export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, props: { readonly functions: Functions }) {
    super(scope, id);
    const logGroups = props.functions.all.map(({ logGroup }) => logGroup);
    const save = (name: string, queryString: QueryString) =>
      new QueryDefinition(this, name, {
        queryDefinitionName: `${Stack.of(this).stackName}/${name}`,
        logGroups,
        queryString,
      });
    save(
      'errors',
      new QueryString({ fields, filterStatements: ['level = "ERROR"'], sort: '@timestamp desc', limit: 200 }),
    );
    save(
      'one-run',
      new QueryString({
        fields,
        filterStatements: ['runId = "put the run here"'],
        sort: '@timestamp asc',
        limit: 1000,
      }),
    );
    save(
      'slowest',
      new QueryString({
        filterStatements: ['@type = "REPORT"'],
        statsStatements: ['max(@duration), max(@maxMemoryUsed) by @log'],
        sort: 'max(@duration) desc',
      }),
    );
  }
}
