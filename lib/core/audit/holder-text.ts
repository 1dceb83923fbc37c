/** Name of a process as the holder of a lease (`holderName`). */
export const holderPattern = /, process (?<pid>\d+) on (?<host>[^ ]+)(?: \((?<realm>.*)\))?$/;

/** Short name of a holder for users: the command and its machine. */
export const holderText = (holder: string): string => {
  const { host } = holderPattern.exec(holder)?.groups ?? {};
  return host === undefined ? holder : `${holder.replace(holderPattern, '')} on ${host}`;
};
