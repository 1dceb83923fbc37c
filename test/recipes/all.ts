import { budgetBasis } from './budget-basis.ts';
import { changeKind } from './change-kind.ts';
import { commandLineFlag } from './command-line-flag.ts';
import { condition } from './condition.ts';
import { finding } from './finding.ts';
import { guardrail } from './guardrail.ts';
import { metric } from './metric.ts';
import { mode } from './mode.ts';
import { noticeChannel } from './notice-channel.ts';
import { overrideTag } from './override-tag.ts';
import { platformOperation } from './platform-operation.ts';
import type { Recipe } from './recipe.ts';
import { reportColumn } from './report-column.ts';
import { secretStore } from './secret-store.ts';
import { serviceType } from './service-type.ts';
import { simulatorFault } from './simulator-fault.ts';
import { statusLine } from './status-line.ts';
import { store } from './store.ts';
import { storeMetric } from './store-metric.ts';
import { task } from './task.ts';

/** In the order of the page. */
export const recipes: readonly Recipe[] = [
  guardrail,
  serviceType,
  noticeChannel,
  finding,
  mode,
  store,
  secretStore,
  reportColumn,
  platformOperation,
  commandLineFlag,
  condition,
  overrideTag,
  budgetBasis,
  statusLine,
  storeMetric,
  simulatorFault,
  metric,
  task,
  changeKind,
];
