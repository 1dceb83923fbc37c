import type { PricedThing } from './aws-prices.ts';

/** Passes over the waiting messages a month, one every five minutes. */
const deliveryPasses = 365 * 24;
/** Messages a month to one channel, at most: a daily and an urgent message a day, as an alarming month has them. */
const messagesOfChannel = 2 * 30;
/** Seconds of a pass without a message, and of one message with the answer of its channel. */
const deliverySeconds = { pass: 0.15, message: 1 };
/** Store requests of one message, from the run that leaves it to its delivery; each pass lists once. */
const messageRequests = { puts: 5, gets: 6 };
/** Log lines of Lambda and of Headroom. */
const logKbPerCall = 1;

/**
 * What channels of notices use in a month in addition to everything else. Each message is delivered by the call that its notice causes,
 * which reads the secret of the channels. An upper bound: every message is a mail by SES, which is the one channel with a price.
 * @param memoryMb memory of the function that delivers
 */
export const channelQuantities = (channels: number, memoryMb: number): Partial<Record<PricedThing, number>> => {
  if (channels === 0) return {};
  const messages = channels * messagesOfChannel;
  const calls = deliveryPasses + messages;
  const seconds = calls * deliverySeconds.pass + messages * deliverySeconds.message;
  return {
    invocations: calls,
    duration: (memoryMb / 1024) * seconds,
    puts: calls + messages * messageRequests.puts,
    gets: messages * messageRequests.gets,
    keyRequests: messages,
    secrets: 1,
    secretReads: messages,
    schedules: deliveryPasses,
    logs: (calls * logKbPerCall) / 1_000_000,
    mails: messages,
  };
};
