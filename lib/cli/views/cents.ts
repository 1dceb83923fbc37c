import { formatCents, parseMoney } from '../../core/model/money.ts';

/** An amount with two decimals for people; CSV and JSON have exact amounts. */
export const cents = (amount: string): string => {
  const money = parseMoney(amount);
  return money === null ? amount : formatCents(money);
};
