/** Folder of calendars, beside the policy document wherever that is: in a directory or in the store. */
export const calendarFolder = 'calendars/';
