/** Names of members by which an answer says that its list goes on elsewhere, in lower case and without underscores. */
const goesOn =
  /^(next(page|cursor|token|url|link|marker|pagetoken)?|has(more|next|nextpage)|(is)?truncated|cursor|continuationtoken)$/;

/** Members that contain such members. */
const aboutPages = /^(links|pagination|paging|page|pageinfo|meta|metadata)$/;

/** A count of the whole list, such as `total_project_count` (pf 2.3). */
const countOfAll = /^total(\w*count)?$/;

const plain = (name: string): string => name.toLowerCase().replaceAll('_', '');

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([name, member]) => [plain(name), member])
    : [];

const isEmpty = (value: unknown): boolean =>
  !value || (typeof value === 'object' && Object.values(value).every((member) => member === null));

const flat = (answer: unknown): [string, unknown][] =>
  membersOf(answer).flatMap(([name, member]) => [
    [name, member] as [string, unknown],
    ...(aboutPages.test(name) ? membersOf(member) : []),
  ]);

/**
 * How many members the whole list has beyond those in an answer: 0 for a whole list, null where the answer says that there are
 * more but not how many. The lists that Headroom reads have no pages (pf, Pagination), so one that has them is only a part.
 * @param answer its JSON
 * @param list name of the member that is the list
 */
export const beyondList = (answer: unknown, list: string): number | null => {
  const members = flat(answer);
  const listed = membersOf(answer).find(([name]) => name === plain(list))?.[1];
  const length = Array.isArray(listed) ? listed.length : 0;
  const totals = members.flatMap(([name, member]) =>
    countOfAll.test(name) && typeof member === 'number' && member > length ? [member - length] : [],
  );
  if (totals.length > 0) return Math.max(...totals);
  return members.some(([name, member]) => goesOn.test(name) && !isEmpty(member)) ? null : 0;
};
