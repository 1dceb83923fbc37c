import { answeredPrice, type PlatformPrice, type PlatformPrices } from '../../lib/core/budget/service-price.ts';

/** Answers of the platform by plan and cloud: a price an hour, null where it has none, or why there is no answer. */
export const platformPrices = (
  answers: readonly (readonly [key: string, answer: PlatformPrice | string | null])[],
): PlatformPrices =>
  new Map(
    answers.map(([key, answer]) => [
      key,
      typeof answer === 'string' || answer === null ? answeredPrice(answer) : answer,
    ]),
  );
