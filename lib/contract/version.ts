/** Version of Headroom, as in package.json: bundles have no package.json beside them. */
export const version = '0.1.0';
