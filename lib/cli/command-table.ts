import { adoptOptions } from './commands/adopt/options.ts';
import { applyOptions } from './commands/apply/options.ts';
import { approveOptions } from './commands/approve/options.ts';
import { auditOptions } from './commands/audit/options.ts';
import { budgetOptions } from './commands/budget/options.ts';
import { type CommandEntry, command, group, plainCommand, planningCommand } from './commands/command.ts';
import { completionOptions } from './commands/completion/options.ts';
import { configCheckOptions, configSchemaOptions } from './commands/config/options.ts';
import { dashboardOptions } from './commands/dashboard/options.ts';
import { disksOptions } from './commands/disks/options.ts';
import { explainOptions } from './commands/explain/options.ts';
import { forecastOptions } from './commands/forecast/options.ts';
import { grantOptions } from './commands/grant/options.ts';
import { growOptions } from './commands/grow/options.ts';
import { initOptions } from './commands/init/options.ts';
import {
  endpointCreateOptions,
  endpointDeleteOptions,
  endpointListOptions,
  endpointUpdateOptions,
} from './commands/integration-endpoints/options.ts';
import {
  integrationCreateOptions,
  integrationDeleteOptions,
  integrationListOptions,
} from './commands/integrations/options.ts';
import { maintenanceStartOptions } from './commands/maintenance/options.ts';
import { metricsOptions } from './commands/metrics/options.ts';
import { modeOptions } from './commands/mode/options.ts';
import {
  notifyDeliverOptions,
  notifyListOptions,
  notifyRetryOptions,
  notifyTestOptions,
} from './commands/notify/options.ts';
import { planOptions } from './commands/plan/options.ts';
import { platformCommandOptions } from './commands/platform/options.ts';
import {
  policyDiffOptions,
  policyGetOptions,
  policyHistoryOptions,
  policyPutOptions,
  policyTestOptions,
} from './commands/policy/options.ts';
import { reclaimOptions } from './commands/reclaim/options.ts';
import { reportOptions } from './commands/report/options.ts';
import { runbookOptions } from './commands/runbook/options.ts';
import { runsOptions } from './commands/runs/options.ts';
import { simulateOptions } from './commands/simulate/options.ts';
import { startOptions } from './commands/start/options.ts';
import { statusOptions } from './commands/status/options.ts';
import {
  tokenRetireOptions,
  tokenRotateOptions,
  tokenStatusOptions,
  tokenStoreOptions,
} from './commands/token/options.ts';
import { undoOptions } from './commands/undo/options.ts';
import { validateOptions } from './commands/validate/options.ts';
import { watchOptions } from './commands/watch/options.ts';
import { workflowOptions } from './commands/workflow/options.ts';
import type { ParentCommand } from './shell/options.ts';

const endpoints = () => import('./commands/integration-endpoints/action.ts');
const integrations = () => import('./commands/integrations/action.ts');

/** Commands by the groups of the help, in their order. Building them all takes longer than reading a line for one. */
export const commandGroups: Readonly<Record<string, Readonly<Record<string, CommandEntry>>>> = {
  'Begin:': {
    start: command(startOptions, async () => (await import('./commands/start/action.ts')).run),
    init: command(initOptions, async () => (await import('./commands/init/action.ts')).run),
    validate: command(validateOptions, async () => (await import('./commands/validate/action.ts')).run),
    policy: group('work with the policy document as code', {
      put: command(policyPutOptions, async () => (await import('./commands/policy/put.ts')).run),
      get: plainCommand(policyGetOptions, async () => (await import('./commands/policy/get.ts')).run),
      diff: command(policyDiffOptions, async () => (await import('./commands/policy/diff.ts')).run),
      history: command(policyHistoryOptions, async () => (await import('./commands/policy/history.ts')).run),
      test: command(policyTestOptions, async () => (await import('./commands/policy/test.ts')).run),
    }),
  },
  'Look ahead, without writes:': {
    plan: planningCommand(planOptions, async () => (await import('./commands/plan/action.ts')).run, {
      carriesOn: false,
    }),
    explain: planningCommand(explainOptions, async () => (await import('./commands/explain/action.ts')).run),
    forecast: planningCommand(forecastOptions, async () => (await import('./commands/forecast/action.ts')).run, {
      carriesOn: false,
    }),
    budget: planningCommand(budgetOptions, async () => (await import('./commands/budget/action.ts')).run),
    simulate: plainCommand(simulateOptions, async () => (await import('./commands/simulate/action.ts')).run),
  },
  'Change the platform:': {
    apply: planningCommand(applyOptions, async () => (await import('./commands/apply/action.ts')).run, {
      carriesOn: false,
    }),
    approve: command(approveOptions, async () => (await import('./commands/approve/action.ts')).run),
    adopt: planningCommand(adoptOptions, async () => (await import('./commands/adopt/action.ts')).run),
    grant: planningCommand(grantOptions, async () => (await import('./commands/grant/action.ts')).run),
    grow: planningCommand(growOptions, async () => (await import('./commands/grow/action.ts')).run),
    reclaim: planningCommand(reclaimOptions, async () => (await import('./commands/reclaim/action.ts')).run),
    maintenance: group('start the maintenance of a service', {
      start: command(maintenanceStartOptions, async () => (await import('./commands/maintenance/action.ts')).start),
    }),
    undo: planningCommand(undoOptions, async () => (await import('./commands/undo/action.ts')).run),
    mode: command(modeOptions, async () => (await import('./commands/mode/action.ts')).run),
  },
  'See what happened:': {
    status: command(statusOptions, async () => (await import('./commands/status/action.ts')).run),
    disks: command(disksOptions, async () => (await import('./commands/disks/action.ts')).run),
    watch: command(watchOptions, async () => (await import('./commands/watch/action.ts')).run),
    runs: command(runsOptions, async () => (await import('./commands/runs/action.ts')).run),
    audit: plainCommand(auditOptions, async () => (await import('./commands/audit/action.ts')).run),
    report: command(reportOptions, async () => (await import('./commands/report/action.ts')).run),
    dashboard: command(dashboardOptions, async () => (await import('./commands/dashboard/action.ts')).run),
    metrics: plainCommand(metricsOptions, async () => (await import('./commands/metrics/action.ts')).run),
    notify: group('try the channels of notices, and see what waits or failed', {
      test: command(notifyTestOptions, async () => (await import('./commands/notify/action.ts')).test),
      list: command(notifyListOptions, async () => (await import('./commands/notify/action.ts')).list),
      deliver: command(notifyDeliverOptions, async () => (await import('./commands/notify/action.ts')).deliver),
      retry: command(notifyRetryOptions, async () => (await import('./commands/notify/action.ts')).retry),
    }),
    runbook: plainCommand(runbookOptions, async () => (await import('./commands/runbook/action.ts')).run),
  },
  'Keep it running:': {
    token: group('store, show and replace the platform token', {
      store: command(tokenStoreOptions, async () => (await import('./commands/token/action.ts')).store),
      status: command(tokenStatusOptions, async () => (await import('./commands/token/action.ts')).status),
      rotate: command(tokenRotateOptions, async () => (await import('./commands/token/action.ts')).rotate),
      retire: command(tokenRetireOptions, async () => (await import('./commands/token/action.ts')).retire),
    }),
    workflow: plainCommand(workflowOptions, async () => (await import('./commands/workflow/action.ts')).run),
    completion: (own, line, end) =>
      plainCommand(completionOptions, async () => {
        const { run } = await import('./commands/completion/action.ts');
        return (_, shell) => run(line, own.parent as ParentCommand, shell);
      })(own, line, end),
  },
  'The platform itself:': {
    platform: command(platformCommandOptions, async () => (await import('./commands/platform/action.ts')).run),
    config: group('check the configuration of a search service, or print its schema', {
      check: command(configCheckOptions, async () => (await import('./commands/config/action.ts')).check),
      schema: command(configSchemaOptions, async () => (await import('./commands/config/action.ts')).printSchema),
    }),
    'integration-endpoint-create': command(endpointCreateOptions, async () => (await endpoints()).create),
    'integration-endpoint-list': command(endpointListOptions, async () => (await endpoints()).list),
    'integration-endpoint-update': command(endpointUpdateOptions, async () => (await endpoints()).update),
    'integration-endpoint-delete': command(endpointDeleteOptions, async () => (await endpoints()).remove),
    'integration-create': command(integrationCreateOptions, async () => (await integrations()).create),
    'integration-list': command(integrationListOptions, async () => (await integrations()).list),
    'integration-delete': command(integrationDeleteOptions, async () => (await integrations()).remove),
  },
};
