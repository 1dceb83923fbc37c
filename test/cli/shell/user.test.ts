import { describe, expect, it } from 'vitest';
import { userOf } from '../../../lib/cli/shell/user.ts';

const system = () => 'root';

describe('the user at the command line', () => {
  it.each(['USER', 'USERNAME', 'LOGNAME'])('is the one of %s', (variable) => {
    expect(userOf({ environment: { [variable]: 'ada' } }, system)).toBe('ada');
  });

  it('is the user of the process if the environment names none, as in a container or a cron job', () => {
    expect(userOf({ environment: {} }, system)).toBe('root');
    expect(userOf({ environment: { USER: '', LOGNAME: '' } }, system)).toBe('root');
  });

  it('is unknown if the system has no entry for the process either', () => {
    const withoutEntry = () => {
      throw new Error('ENOENT: no such file or directory, uv_os_get_passwd');
    };
    expect(userOf({ environment: {} }, withoutEntry)).toBeUndefined();
  });

  it('has only characters of ordinary names, because the name becomes part of leases and records', () => {
    expect(userOf({ environment: { USER: 'ada, process 1 on x' } }, system)).toBe('adaprocess1onx');
    expect(userOf({ environment: {} }, () => 'corp\\ada lovelace')).toBe('corp\\adalovelace');
  });
});
