import { existsSync } from 'node:fs';
import { type BrowserContext, chromium } from 'playwright-core';

export interface Browser {
  readonly context: BrowserContext;
  readonly refusedHosts: ReadonlySet<string>;
  /** Rejects when the browser ends by itself. */
  readonly ended: Promise<never>;
  close(): Promise<void>;
}

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** Path of a Chromium: `SIGNALBOX_CHROMIUM`, else where Linux distributions put it. */
export function findChromium(): string {
  const found = process.env['SIGNALBOX_CHROMIUM'] ?? places.find((place) => existsSync(place));
  if (found === undefined) {
    throw new Error('No Chromium found: `apt-get install chromium`, or name one in SIGNALBOX_CHROMIUM.');
  }
  return found;
}

/** Starts a headless browser with a fresh profile that reaches nothing but the loopback. */
export async function startBrowser(env: NodeJS.ProcessEnv): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    headless: true,
    args: flags,
    env: Object.fromEntries(Object.entries(env).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]]))),
  });
  let isClosing = false;
  const ended = new Promise<never>((_, reject) => {
    browser.on('disconnected', () => {
      if (!isClosing) reject(new Error('The browser ended by itself.'));
    });
  });
  ended.catch(() => undefined);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const refusedHosts = new Set<string>();
  await context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => {
      refusedHosts.add(new URL(route.request().url()).host);
      return route.abort();
    },
  );
  return {
    context,
    refusedHosts,
    ended,
    close: async () => {
      isClosing = true;
      await browser.close();
    },
  };
}
