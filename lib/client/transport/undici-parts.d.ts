/** Types for the file of undici that the client loads; undici types only its root, which also loads fetch. */
declare module 'undici/lib/dispatcher/pool.js' {
  import type { Pool } from 'undici';

  const pool: typeof Pool;
  export = pool;
}
