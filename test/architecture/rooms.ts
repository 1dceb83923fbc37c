/** What each layer may import, besides itself and what Node.js brings (docs/decisions.md). */
export const layers: Readonly<Record<string, readonly string[]>> = {
  'lib/core': [],
  'lib/contract': ['lib/core', 'zod'],
  'lib/workflow': ['lib/contract'],
  // A room of its own, because people write it in policy documents and the platform takes it on the wire.
  'lib/wire/search-options': ['lib/core', 'zod'],
  'lib/documents': ['lib/core', 'lib/contract', 'lib/wire/search-options', 'zod', 'yaml'],
  'lib/wire': ['lib/core', 'lib/contract', 'lib/wire/search-options', 'zod'],
  'lib/ports.ts': ['lib/core', 'lib/contract'],
  'lib/client': ['lib/core', 'lib/contract', 'lib/wire', 'lib/wire/search-options', 'lib/ports.ts', 'undici', 'zod'],
  'lib/emulator': [
    'lib/core',
    'lib/contract',
    'lib/documents',
    'lib/wire',
    'lib/wire/search-options',
    'hono',
    '@hono/node-server',
    'zod',
    'yaml',
  ],
  'lib/run': ['lib/core', 'lib/contract', 'lib/documents', 'lib/ports.ts', 'p-map', 'zod'],
  // The packages below are loaded on the first call that needs them, never when something is imported.
  'lib/aws': [
    'lib/core',
    'lib/contract',
    'lib/wire',
    'lib/ports.ts',
    'lib/client',
    'lib/run',
    '@aws-sdk/client-cloudformation',
    '@aws-sdk/client-eventbridge',
    '@aws-sdk/client-s3',
    '@aws-sdk/client-scheduler',
    '@aws-sdk/client-secrets-manager',
    '@aws-sdk/client-sfn',
    '@aws-sdk/client-sqs',
    '@aws-lambda-powertools/logger',
    '@aws-lambda-powertools/metrics',
    'aws-lambda',
    'zod',
  ],
  functions: ['lib/core', 'lib/contract', 'lib/documents', 'lib/ports.ts', 'lib/run', 'lib/aws'],
  'lib/local': [
    'lib/core',
    'lib/contract',
    'lib/workflow',
    'lib/ports.ts',
    'lib/run',
    'functions',
    'aws-local-stepfunctions',
    'core-js',
    'zod',
  ],
  'lib/cli': [
    'lib/core',
    'lib/contract',
    'lib/workflow',
    'lib/documents',
    'lib/wire',
    'lib/wire/search-options',
    'lib/ports.ts',
    'lib/client',
    'lib/emulator',
    'lib/run',
    'lib/aws',
    'lib/local',
    'lib/dashboard',
    'functions',
    'cli-progress',
    'cli-table3',
    'commander',
    'core-js',
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
  // The bundles are met as files, never imported.
  // The whole product runs in it, and the platform's own state is its judge.
  'lib/simulation': [
    'lib/core',
    'lib/contract',
    'lib/wire',
    'lib/ports.ts',
    'lib/client',
    'lib/emulator',
    'lib/run',
    'lib/local',
    'lib/workflow',
    // What metrics and status say is compared with the platform.
    'lib/aws',
    'lib/cli',
  ],
  'lib/infra': ['lib/contract', 'lib/workflow', 'aws-cdk-lib', 'constructs', 'esbuild'],
  'bin/app.ts': ['lib/infra', 'lib/contract', 'aws-cdk-lib', 'cdk-nag'],
  'bin/headroom.ts': ['lib/cli'],
  // What other programs may import from the package.
  'lib/index.ts': ['lib/core', 'lib/contract', 'lib/documents'],
};

/** Rooms in the order in which they may build on each other: each may import those before it. `.` is the root's own files. */
export type Ladder = readonly string[];

export const core: Ladder = [
  'model',
  'calls',
  'change',
  'calendar',
  'policy',
  'service',
  'findings',
  'adoption',
  'audit',
  'forecast',
  'twin',
  'grants',
  'budget',
  'plan',
  'inventory',
  'bounds',
  'explain',
  'notices',
  'token',
  'watch',
  'running-cost',
  'status',
];

export const client: Ladder = ['transport', 'operations', '.'];

export const run: Ladder = [
  '.',
  'store',
  'policy',
  'calls',
  'inventory',
  'approval',
  'audit',
  'backup',
  'apply',
  'intake',
  'ask',
  'plan',
  'publish',
  'token',
];

export const emulator: Ladder = [
  'protocol',
  'scenario',
  'state',
  'autoscaler',
  'faults',
  'operations',
  'openapi',
  'http',
  '.',
];

/** Pictures and pages are pure; only `http` reads the store. */
export const dashboard: Ladder = ['pictures', 'facts', 'pages', 'http', '.'];

export const cli: Ladder = [
  'shell',
  'views',
  'session',
  'stored',
  'token',
  'status',
  'demo',
  'completion',
  'commands',
  'syntax',
  '.',
];

export const simulation: Ladder = [
  'engine',
  'surroundings',
  'organization',
  'laws',
  'deployed',
  '.',
  'directed',
  'crash-points',
  'liveness',
];
