export const benchCommand = 'npm run bench --';

/** Flags of `npm run bench`; docs/internals/benchmarks.md describes them. */
export const benchOptions = {
  only: {
    type: 'string',
    multiple: true,
    default: [] as string[],
    value: 'name',
    about: 'measure this benchmark, also one that takes minutes; again for more',
  },
  json: { type: 'boolean', default: false, about: 'print JSON' },
  write: { type: 'boolean', default: false, about: 'write docs/internals/benchmarks.md too' },
} as const;
