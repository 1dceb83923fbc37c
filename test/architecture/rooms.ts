/** What each layer may import, besides itself and what Node.js brings (docs/internals/decisions.md, "`lib/run` is a layer between tasks and core"). */
export const layers: Readonly<Record<string, readonly string[]>> = {
  'lib/core': [],
  'lib/contract': ['lib/core', 'zod'],
  'lib/workflow': ['lib/contract'],
  // A room of its own, because people write it in policy documents and the platform takes it on the wire.
  'lib/wire/search-options': ['lib/core', 'zod'],
  'lib/documents': ['lib/core', 'lib/contract', 'lib/wire/search-options', 'rrule-temporal', 'zod', 'yaml'],
  'lib/wire': ['lib/core', 'lib/wire/search-options', 'zod'],
  'lib/ports.ts': ['lib/core', 'lib/contract'],
  'lib/client': ['lib/core', 'lib/contract', 'lib/wire', 'lib/wire/search-options', 'lib/ports.ts', 'undici', 'zod'],
  // Messages as each kind of channel gets them; only the task that delivers them, and the command that tries them.
  'lib/channels': ['lib/core', 'lib/ports.ts', 'lib/client', 'nodemailer', 'zod'],
  'lib/platform': ['lib/core', 'lib/wire', 'lib/wire/search-options', 'zod', 'yaml'],
  'lib/run': ['lib/core', 'lib/contract', 'lib/documents', 'lib/ports.ts', 'p-map', 'zod'],
  // The packages below are loaded on the first call that needs them, never when something is imported.
  'lib/aws': [
    'lib/core',
    'lib/contract',
    'lib/ports.ts',
    'lib/client',
    'lib/channels',
    'lib/run',
    '@aws-sdk/client-cloudformation',
    '@aws-sdk/client-eventbridge',
    '@aws-sdk/client-s3',
    '@aws-sdk/client-scheduler',
    '@aws-sdk/client-secrets-manager',
    '@aws-sdk/client-sfn',
    '@aws-sdk/client-sqs',
    '@aws-sdk/client-sts',
    '@aws-lambda-powertools/logger',
    '@aws-lambda-powertools/metrics',
    'aws-lambda',
    'zod',
  ],
  functions: ['lib/core', 'lib/contract', 'lib/ports.ts', 'lib/run', 'lib/aws'],
  'lib/local': ['lib/core', 'lib/contract', 'lib/workflow', 'lib/ports.ts', 'lib/run', 'functions', 'zod'],
  'lib/cli': [
    'lib/core',
    'lib/contract',
    'lib/workflow',
    'lib/documents',
    'lib/wire',
    'lib/wire/search-options',
    'lib/ports.ts',
    'lib/client',
    'lib/channels',
    'lib/platform',
    'lib/run',
    'lib/aws',
    'lib/local',
    'lib/dashboard',
    'lib/simulate',
    // Types alone, which the test below holds.
    '@commander-js/extra-typings',
    'cli-progress',
    'cli-table3',
    'commander',
    'p-map',
    'zod',
  ],
  // Pages about a store; they only read it, and approve where that is allowed.
  'lib/dashboard': [
    'lib/core',
    'lib/contract',
    'lib/ports.ts',
    'lib/run',
    'hono',
    '@hono/node-server',
    'd3-scale',
    'd3-shape',
    'zod',
  ],
  // Months of an organization under a policy, in memory: what `headroom simulate` lives.
  'lib/simulate': [
    'lib/contract',
    'lib/core',
    'lib/documents',
    'lib/wire',
    'lib/ports.ts',
    'lib/client',
    'lib/platform',
    'lib/run',
  ],
  // The proof: the whole product runs in it, and the platform's own state is its judge. Only tests and the soak import it.
  'test/simulator': [
    'lib/core',
    'lib/contract',
    'lib/wire',
    'lib/ports.ts',
    'lib/client',
    'lib/platform',
    'lib/run',
    'lib/local',
    'lib/workflow',
    'lib/aws',
    'vitest',
    // Helpers that stand beside the tests of other rooms.
    'test',
  ],
  'lib/infra': ['lib/contract', 'lib/workflow', 'lib/documents', 'aws-cdk-lib', 'constructs', 'esbuild', 'yaml'],
  'bin/app.ts': ['lib/infra', 'aws-cdk-lib', 'cdk-nag'],
  'bin/headroom.ts': ['lib/cli'],
  // What other programs may import from the package.
  'lib/cdk.ts': ['lib/infra', 'lib/contract'],
  'lib/index.ts': ['lib/core', 'lib/contract', 'lib/documents'],
};

/** Rooms in the order in which they may build on each other: each may import those before it. `.` is the root's own files. */
type Ladder = readonly string[];

const core: Ladder = [
  'model',
  'calls',
  'change',
  'policy',
  'service',
  'findings',
  'adoption',
  'audit',
  'undo',
  'forecast',
  'disk',
  'twin',
  'grants',
  'budget',
  'resize',
  'plan',
  'inventory',
  'approval',
  'explain',
  'notices',
  'token',
  'new-services',
  'status',
];

const client: Ladder = ['transport', 'operations', '.'];

const run: Ladder = [
  '.',
  'store',
  'policy',
  'calls',
  'inventory',
  'approval',
  'audit',
  'lookup',
  'apply',
  'intake',
  'plan',
  'publish',
  'token',
  'status',
];

const platform: Ladder = ['protocol', 'scenario', 'state', 'autoscaler', 'faults', 'operations', 'http', '.'];

/** Pictures and pages are pure; only `http` reads the store. */
const dashboard: Ladder = ['pictures', 'facts', 'pages', 'http', '.'];

const cli: Ladder = ['shell', 'views', 'session', 'from-store', 'token', 'status', 'demo', 'commands', '.'];

const simulate: Ladder = ['from-store', '.'];

const simulator: Ladder = [
  'engine',
  'surroundings',
  'sparing',
  'organization',
  'laws',
  'deployed',
  '.',
  'directed',
  'crash-points',
  'liveness',
  'lives',
];

/** The ladder of each room that has one. */
export const ladders: Readonly<Record<string, Ladder>> = {
  'lib/core': core,
  'lib/client': client,
  'lib/run': run,
  'lib/platform': platform,
  'lib/dashboard': dashboard,
  'lib/cli': cli,
  'lib/simulate': simulate,
  'test/simulator': simulator,
};
