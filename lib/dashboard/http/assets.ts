import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';

/** Files beside this one; read once. */
const files = {
  'style.css': 'text/css; charset=utf-8',
  'live.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

/** Serves style, script and icon. */
export const addAssets = (app: Hono): void => {
  for (const [name, type] of Object.entries(files)) {
    let text: string | undefined;
    app.get(`/assets/${name}`, (c) => {
      text ??= readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8');
      return c.body(text, 200, { 'content-type': type });
    });
  }
};
