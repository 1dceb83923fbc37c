import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';

interface Asset {
  readonly file: URL;
  readonly type: string;
}

/** The files beside this one, by their path. */
const assets = {
  'style.css': { file: new URL('../assets/style.css', import.meta.url), type: 'text/css; charset=utf-8' },
  'live.js': { file: new URL('../assets/live.js', import.meta.url), type: 'text/javascript; charset=utf-8' },
  'slider.js': { file: new URL('../assets/slider.js', import.meta.url), type: 'text/javascript; charset=utf-8' },
  'icon.svg': { file: new URL('../assets/icon.svg', import.meta.url), type: 'image/svg+xml' },
} as const satisfies Readonly<Record<string, Asset>>;

/** The style of the pages, for a file that has it inside. */
export const styleText = (): string => readFileSync(assets['style.css'].file, 'utf8');

/** Serves style, script and icon; each is read once. */
export const addAssets = (app: Hono): void => {
  for (const [name, { file, type }] of Object.entries(assets)) {
    let text: string | undefined;
    app.get(`/assets/${name}`, (c) => {
      text ??= readFileSync(file, 'utf8');
      return c.body(text, 200, { 'content-type': type });
    });
  }
};
