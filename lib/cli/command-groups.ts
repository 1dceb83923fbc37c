/** Commands by what they are for: the groups of the help, in their order. */
const groups: Readonly<Record<string, readonly string[]>> = {
  'Begin:': ['start', 'init', 'context', 'validate', 'policy'],
  'Look ahead, without writes:': ['plan', 'explain', 'forecast', 'budget', 'simulate', 'cost'],
  'Change the platform:': ['apply', 'approve', 'adopt', 'grant', 'reclaim', 'prepare', 'undo', 'mode'],
  'See what happened:': ['status', 'disks', 'runs', 'audit', 'report', 'dashboard', 'metrics', 'notify', 'runbook'],
  'Keep it running:': ['doctor', 'who-can', 'token', 'store', 'workflow', 'completion'],
  'The platform itself:': [
    'platform',
    'capture',
    'config',
    'integration-endpoint-create',
    'integration-endpoint-list',
    'integration-endpoint-update',
    'integration-endpoint-delete',
    'integration-create',
    'integration-list',
    'integration-delete',
  ],
};

/** Heading of commands that no group has. */
export const otherCommands = 'More:';

/** The heading of a command's group in the help. */
export const groupOf = (command: string): string =>
  Object.entries(groups).find(([, names]) => names.includes(command))?.[0] ?? otherCommands;

/** Commands in the order of the help: a group's commands together, and commands without a group last. */
export const inHelpOrder = (names: readonly string[]): readonly string[] => {
  const grouped = Object.values(groups).flat();
  return [...grouped.filter((name) => names.includes(name)), ...names.filter((name) => !grouped.includes(name))];
};
