import { type StoreOwner, stackNameOf } from '../audit/store-owner.ts';
import { oneLine } from '../model/visible-text.ts';

/** Whose messages these are: people get those of several organizations, and a pager tells their incidents apart by it. */
export interface Sender extends StoreOwner {
  readonly organization: string;
}

declare const signed: unique symbol;

/** The first line of what goes out. Nothing makes one but `signedSubject`, so nothing goes out without its sender. */
export type Subject = string & { readonly [signed]: true };

const longestSubject = 99;
/** Characters of the name of a sender in a subject: the rest is for what has happened. */
const longestName = 44;

const cut = (text: string, most: number): string => {
  const characters = [...oneLine(text)];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
};

/** A text in one line of fewer than 100 characters. */
export const fitting = (text: string): string => cut(text, longestSubject);

/** `org-example`, or on AWS `org-example, headroom-prod` */
export const senderName = ({ organization, stack }: Sender): string =>
  cut([organization, ...(stack === undefined ? [] : [stackNameOf(stack)])].join(', '), longestName);

/** `Headroom (org-example)` */
const signature = (sender: Sender): string => `Headroom (${senderName(sender)})`;

/** `Headroom (org-example): shop/orders: disk full`, whole. */
export const signedLine = (sender: Sender, text: string): Subject =>
  `${signature(sender)}: ${oneLine(text)}` as Subject;

/** The same in fewer than 100 characters. */
export const signedSubject = (sender: Sender, text: string): Subject => fitting(signedLine(sender, text)) as Subject;

/** `Headroom (org-example) 2030-01-01: 3 new, 1 resolved` */
export const signedDay = (sender: Sender, day: string, text: string): Subject =>
  fitting(`${signature(sender)} ${day}: ${text}`) as Subject;

/** Key of an incident among those of all senders that use the same pager. */
export const signedKey = ({ organization, stack = '' }: Sender, key: string): string =>
  JSON.stringify([organization, stack, key]);
