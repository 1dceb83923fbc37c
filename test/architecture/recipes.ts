/**
 * The first step of each recipe in "Typical changes" of docs/architecture.md, as text to put before another text of a
 * file, and the files that the compiler then names. A recipe may only promise what happens.
 */

export interface Recipe {
  readonly title: string;
  /** Name of what is added, in lower case without hyphens: its errors have it in their text. */
  readonly probe: string;
  readonly steps: readonly Step[];
  /** The files that the compiler then names: exactly these. Empty: all of it compiles. */
  readonly named: readonly string[];
}

/** In `file`, `text` is inserted before the only place that begins with `before`; a new file has no such place. */
interface Step {
  readonly file: string;
  readonly before?: string;
  readonly text: string;
}

/** A class that compiles and does nothing. */
const emptyClass = (port: string, members: readonly string[], methods: readonly string[]): string =>
  [
    `import type { ${port} } from '../ports.ts';`,
    `export class Probe implements ${port} {`,
    ...members.map((name) => `  readonly ${name} = '';`),
    ...methods.map((name) => `  ${name}(): never {\n    throw new Error();\n  }`),
    '}\n',
  ].join('\n');

export const recipes: readonly Recipe[] = [
  {
    title: 'A guardrail',
    probe: 'maxprobes',
    steps: [
      {
        file: 'lib/core/model/policy-document.ts',
        before: '  readonly maxLowers?: number;',
        text: '  readonly maxProbes?: number;\n',
      },
    ],
    named: ['lib/core/plan/guardrails.ts', 'lib/documents/guardrails-schema.ts'],
  },
  {
    title: 'A service type',
    probe: 'probetype',
    steps: [
      { file: 'lib/core/model/autoscaler.ts', before: "  ['engine', 75],", text: "  ['probe-type', 50],\n" },
      { file: 'lib/wire/search-product-name.ts', before: "  'redis',", text: "  'probe-type',\n" },
    ],
    named: [],
  },
  {
    title: 'A notice channel',
    probe: 'probechannel',
    steps: [
      {
        file: 'lib/channels/settings.ts',
        before: '  /** Any other receiver;',
        text: "  z.strictObject({ kind: z.literal('probe-channel'), url: https }),\n",
      },
    ],
    named: ['lib/channels/channels.ts'],
  },
  {
    title: 'A mode',
    probe: 'probemode',
    steps: [{ file: 'lib/core/model/model.ts', before: " | 'stop';", text: " | 'probe-mode'" }],
    named: ['lib/core/model/mode.ts', 'lib/core/status/run.ts'],
  },
  {
    title: 'A store',
    probe: 'probestore',
    steps: [
      { file: 'lib/local/probe-store.ts', text: emptyClass('ObjectStore', [], ['get', 'put', 'list', 'delete']) },
    ],
    named: [],
  },
  {
    title: 'A secret store',
    probe: 'probesecrets',
    steps: [
      {
        file: 'lib/local/probe-secrets.ts',
        text: emptyClass('SecretStore', ['name', 'id'], ['describe', 'read', 'put', 'move']),
      },
    ],
    named: [],
  },
  {
    title: 'A report column',
    probe: 'probecolumn',
    steps: [
      {
        file: 'lib/cli/commands/report/service-section.ts',
        before: '  rule: ({ decision })',
        text: "  'probe-column': ({ decision }) => decision.service,\n",
      },
    ],
    named: [],
  },
  {
    title: 'A platform operation',
    probe: 'askprobe',
    steps: [
      {
        file: 'lib/ports.ts',
        before: '  listEndpoints(project: string)',
        text: '  askProbe(project: string): Promise<string>;\n',
      },
    ],
    named: ['lib/client/platform-client.ts', 'test/workflow/many-projects.ts'],
  },
  {
    title: 'A command-line flag',
    probe: 'probeflag',
    steps: [
      {
        file: 'lib/cli/commands/runs/options.ts',
        before: "    .option('--last <n>'",
        text: "    .option('--probe-flag', 'a probe')\n",
      },
      {
        file: 'lib/cli/commands/runs/action.ts',
        before: '  const console = consoleOf(',
        text: '  if (flags.probeFlag) return;\n',
      },
    ],
    named: [],
  },
  {
    title: 'A condition of `match`',
    probe: 'probecondition',
    steps: [
      {
        file: 'lib/core/model/policy-document.ts',
        before: '  /** Exact tag key to patterns of its value; a service',
        text: '  readonly probeCondition?: Patterns;\n',
      },
      {
        file: 'lib/core/policy/selector.ts',
        before: '  /** Project tags, overridden by service tags. */',
        text: '  readonly probeCondition: string;\n',
      },
    ],
    named: ['lib/core/findings/accepted.ts', 'lib/core/policy/policy.ts', 'lib/core/policy/selector.ts'],
  },
  {
    title: 'A status line',
    probe: 'probefact',
    steps: [
      {
        file: 'lib/run/status/store-facts.ts',
        before: '/** What `headroom status` finds. */',
        text: 'export const probeFact = 1;\n\n',
      },
    ],
    named: [],
  },
  {
    title: 'A fault of the simulator',
    probe: 'probefault',
    steps: [{ file: 'lib/twin/engine/faults.ts', before: "  'run-beside': 4,", text: "  'probe-fault': 1,\n" }],
    named: [],
  },
  {
    title: 'A metric of CloudWatch',
    probe: 'probemetric',
    steps: [
      {
        file: 'lib/contract/telemetry.ts',
        before: "    policyInvalid: 'PolicyInvalid',",
        text: "    probeMetric: 'ProbeMetric',\n",
      },
      {
        file: 'lib/contract/measures.ts',
        before: '    [metrics.policyInvalid]:',
        text: '    [metrics.probeMetric]: 1,\n',
      },
    ],
    named: [],
  },
  {
    title: 'A task',
    probe: 'probetask',
    steps: [
      { file: 'lib/contract/task-contract.ts', before: "  | 'watch-services'", text: "  | 'probe-task'\n" },
      {
        file: 'lib/contract/tasks.ts',
        before: "  'watch-services': watchServicesTask,",
        text: "  'probe-task': { ...askTask, name: 'probe-task' as const },\n",
      },
    ],
    named: ['lib/cli/commands/cost/action.ts', 'lib/contract/measures.ts', 'lib/local/task-handlers.ts'],
  },
  {
    title: 'A change kind',
    probe: 'probekind',
    steps: [
      {
        file: 'lib/core/change/change.ts',
        before: '/** What a change writes: the part',
        text: "type ProbeKind = Omit<ResizeDisk, 'kind'> & { readonly kind: 'probe-kind' };\n\n",
      },
      { file: 'lib/core/change/change.ts', before: '  | ResizeDisk;', text: '  | ProbeKind\n' },
      {
        file: 'lib/core/change/change.ts',
        before: "  'resize-disk': { about: 'size'",
        text: "  'probe-kind': { about: 'size', endpoint: 'none', integration: 'none', handover: 'none' },\n",
      },
    ],
    named: [
      'lib/core/approval/in-place.ts',
      'lib/core/change/change-json.ts',
      'lib/core/change/change.ts',
      'lib/core/change/changed-services.ts',
      'lib/core/plan/order.ts',
      'lib/core/service/last-applied.ts',
      'lib/core/service/protection.ts',
      'lib/core/service/snapshots-after.ts',
      'lib/run/apply/guards/disk-fits.ts',
      'lib/run/apply/read-back.ts',
      'lib/run/apply/write-change.ts',
      'lib/run/audit/writes.ts',
      'lib/run/publish/run-events.ts',
      'test/core/organization.ts',
    ],
  },
];
