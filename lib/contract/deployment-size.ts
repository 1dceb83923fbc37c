/** How many of the things that cost money by themselves the stack has; a test compares it with the template. */
export const deploymentSize = {
  keys: 2,
  secrets: 1,
  alarms: 13,
  compositeAlarms: 1,
  dashboards: 1,
} as const;
