/** Name of a process as the holder of a lease (`holderName`). */
export const holderPattern = /, process (?<pid>\d+) on (?<host>[^ ]+)(?: \((?<realm>.*)\))?$/;

/** Short name of a holder for users: the command and its machine. */
export const holderText = (holder: string): string => {
  const { host } = holderPattern.exec(holder)?.groups ?? {};
  return host === undefined ? holder : `${holder.replace(holderPattern, '')} on ${host}`;
};

const arnPattern = /^arn:[^:]*:(?:iam|sts)::(?<account>\d+):(?:assumed-role\/)?(?<name>.+)$/;

/** Who wrote a record, for people: `Role/session (AWS account 111122223333)` for an ARN, any other name as it is. */
export const callerText = (by: string): string => {
  const { account, name } = arnPattern.exec(by)?.groups ?? {};
  return name === undefined ? by : `${name} (AWS account ${account})`;
};
