import { describe, expect, it, test } from 'vitest';
import { wireProfileFrom } from '../../../lib/cli/session/wire-profile.ts';
import { UsageError } from '../../../lib/cli/shell/usage-error.ts';

describe('the dialect of the command line', () => {
  it('is the documented one unless something else is said, and options go before the environment', () => {
    expect(wireProfileFrom({}, {})).toEqual({ profile: 'documented', searchEngine: 'engine' });
    const environment = { HEADROOM_PROFILE: 'current', HEADROOM_SEARCH_ENGINE: 'opensearch' };
    expect(wireProfileFrom({}, environment)).toEqual({ profile: 'current', searchEngine: 'opensearch' });
    expect(wireProfileFrom({ profile: 'documented', searchEngine: 'finder' }, environment)).toEqual({
      profile: 'documented',
      searchEngine: 'finder',
    });
    expect(wireProfileFrom({}, { HEADROOM_PROFILE: '', HEADROOM_SEARCH_ENGINE: '' }).profile).toBe('documented');
  });

  test.each([
    [{ profile: 'both' }, 'unknown profile both: set --profile or HEADROOM_PROFILE to documented or current'],
    [{ searchEngine: 'saml' }, /saml has another meaning; use another word, with --search-engine or HEADROOM_SEARCH/],
    [{ searchEngine: 'Open Search' }, /'Open Search' cannot name the search engine: use 1-31 characters of/],
  ])('refuses %j with a remedy', (options, message) => {
    expect(() => wireProfileFrom(options, {})).toThrow(UsageError);
    expect(() => wireProfileFrom(options, {})).toThrow(message);
  });
});
