const arnPattern = /^arn:[^:]*:(?:iam|sts)::(?<account>\d+):(?:assumed-role\/)?(?<name>.+)$/;

/** Who wrote a record, for people: `Role/session (AWS account 111122223333)` for an ARN, any other name as it is. */
export const callerText = (by: string): string => {
  const { account, name } = arnPattern.exec(by)?.groups ?? {};
  return name === undefined ? by : `${name} (AWS account ${account})`;
};
