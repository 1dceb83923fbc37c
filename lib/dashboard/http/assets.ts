import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';

interface Asset {
  readonly files: readonly URL[];
  readonly type: string;
}

/** Parts of the style, in their order. */
const styles = [
  new URL('../assets/base.css', import.meta.url),
  new URL('../assets/parts.css', import.meta.url),
  new URL('../assets/tables.css', import.meta.url),
  new URL('../assets/pictures.css', import.meta.url),
  new URL('../assets/print.css', import.meta.url),
];

/** The files beside this one, by their path. */
const assets = {
  'style.css': { files: styles, type: 'text/css; charset=utf-8' },
  'live.js': { files: [new URL('../assets/live.js', import.meta.url)], type: 'text/javascript; charset=utf-8' },
  'icon.svg': { files: [new URL('../assets/icon.svg', import.meta.url)], type: 'image/svg+xml' },
} as const satisfies Readonly<Record<string, Asset>>;

const textOf = ({ files }: Asset): string => files.map((file) => readFileSync(file, 'utf8')).join('');

/** The style of the pages, for a file that has it inside. */
export const styleText = (): string => textOf(assets['style.css']);

/** Serves style, script and icon; each is read once. */
export const addAssets = (app: Hono): void => {
  for (const [name, asset] of Object.entries(assets)) {
    let text: string | undefined;
    app.get(`/assets/${name}`, (c) => {
      text ??= textOf(asset);
      return c.body(text, 200, { 'content-type': asset.type });
    });
  }
};
