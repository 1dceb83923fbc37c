/** Which services of a project count as published, so that the surveys and the watch publish each of them once. */
export interface PublishedServices {
  /** Services that an event was published for, or that the first reading of the project had. */
  readonly names: readonly string[];
  /** Time of the last reading by the platform's own clock, ISO 8601, UTC; null if the platform gave none. */
  readonly seenAt: string | null;
}

/** Services of a reading that nothing has published. */
export const notPublished = (
  present: readonly string[],
  { names }: Pick<PublishedServices, 'names'>,
): readonly string[] => {
  const published = new Set(names);
  return present.filter((name) => !published.has(name));
};

/**
 * Whether the creation of a service is news. A name that was in use before is news again if the creation is newer than the
 * last reading: the new service has no autoscaler.
 * @param time of the creation in the platform's log, ISO 8601, UTC
 */
export const isNews = (
  { service, time }: { readonly service: string; readonly time: string },
  published: PublishedServices | undefined,
): boolean => {
  if (published === undefined || published.seenAt === null || !published.names.includes(service)) return true;
  return Date.parse(time) > Date.parse(published.seenAt);
};
