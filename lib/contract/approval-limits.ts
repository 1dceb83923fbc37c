/** The longest time that a policy may let a proposed plan be approved in: the world has surely moved by then. */
export const longestApprovalHours = 30 * 24;

/** Days for which proposals and approvals are kept: longer than any of them counts. */
export const keptApprovalDays = longestApprovalHours / 24 + 1;
