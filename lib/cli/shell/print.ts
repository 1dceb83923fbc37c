import { visible } from '../../core/model/visible-text.ts';

/** Prints text of several lines and preserves only their line ends. No other file writes to a stream. */
export const print = (stream: NodeJS.WritableStream, text: string): void => {
  const parts = text.split(/(\r?\n)/);
  stream.write(parts.map((part, at) => (at % 2 === 1 ? part : visible(part))).join(''));
};
