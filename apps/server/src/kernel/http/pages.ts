import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import { failure } from './envelope.ts';
import { failureBody, isForPrograms } from './program-addresses.ts';
import type { FrameButton } from './public-objects.ts';
import { noncePlaceholder, pagePolicy } from './security-headers.ts';

/** The path of the small bundle for visitors (ROUTE-28); every other page belongs to the builder. */
const chatPath = /^\/chat(\/|$)/;
/** The same page in a frame on other sites (ROUTE-30), and the script with which they place it (WIDGET-01). */
const widgetPath = /^\/widget\/([\w-]{1,100})\/?$/;
const widgetScript = 'widget.js';
/** Sites ask again for the script of one app after this time, so that they show what has changed. */
const appScriptSeconds = 300;
/** The builder of flows in a frame of the configured host (FLOW-02). */
const embeddedPath = /^\/embed\/flows(\/|$)/;
/** The screens of invited app users, and their chat (ROUTE-26). They may not be shown in a frame, because passwords are entered there. */
const userPath = /^\/user(\/|$)/;
const hour = 3600;
const year = 31_536_000;

type PageFile = 'index.html' | 'chat.html';

/**
 * Returns a page with the settings that it needs before its first call. An origin needs no escaping. The file is read each time, so that
 * open pages find a new build.
 */
const readPage = async (
  directory: string,
  file: PageFile,
  { orchestratorOrigin, analytics }: Config['frontEnd'],
): Promise<string> => {
  const page = await readFile(join(directory, file), 'utf8');
  if (file === 'chat.html') return page;
  const settings = {
    ...(orchestratorOrigin === undefined ? {} : { 'orchestrator-origin': orchestratorOrigin }),
    ...(analytics ? {} : { analytics: 'off' }),
  };
  const head = Object.entries(settings).map(
    ([name, content]) => `<meta name="${name}" content="${content}" />\n    `,
  );
  return page.replace('<title>', `${head.join('')}<title>`);
};

/** Which pages may show a page in a frame. */
interface Framing {
  frameAncestors: string;
  /** The older header, which browsers ignore beside the policy. It cannot name several sites, so some pages have none. */
  frameOptions?: string;
}

/** Answers with a page whose scripts and styles alone this reply allows. */
const sendPage = (
  reply: FastifyReply,
  page: string,
  { frameAncestors, frameOptions, orchestratorOrigin }: Framing & { orchestratorOrigin: string | undefined },
): FastifyReply => {
  const nonce = randomBytes(16).toString('base64');
  reply.removeHeader('x-frame-options');
  if (frameOptions !== undefined) reply.header('x-frame-options', frameOptions);
  return reply
    .headers({
      'cache-control': 'no-cache',
      'content-security-policy': pagePolicy({ orchestratorOrigin, nonce, frameAncestors }),
    })
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(noncePlaceholder, nonce));
};

const cacheControlFor = (path: string): string => {
  if (path.includes('/assets/')) return `public, max-age=${year}, immutable`;
  return path.endsWith(`/${widgetScript}`) ? `public, max-age=${hour}` : 'no-cache';
};

interface Site extends Pick<Config, 'links' | 'frontEnd'> {
  /** Returns the sites that may show an app in a frame. */
  frameSites(appId: string): Promise<readonly string[]>;
  /** Returns the button of the widget of an app; undefined where nothing is known of it. */
  frameButton(appId: string): Promise<FrameButton | undefined>;
}

/** Returns the script of the widget, which first learns of which app it is. What the line of the site says itself counts more. */
const appScript = (script: string, appId: string, button: FrameButton | undefined): string =>
  `Object.assign(document.currentScript.dataset,${JSON.stringify({ app: appId, ...button })},{...document.currentScript.dataset});\n${script}`;

/** True for the addresses of the small bundle, which visitors and invited app users open. */
const isForVisitors = (path: string): boolean =>
  userPath.test(path) || chatPath.test(path) || widgetPath.test(path);

const wantsPage = (method: string, path: string): boolean =>
  (method === 'GET' || method === 'HEAD') && !isForPrograms(path) && !/\.\w{2,5}$/.test(path);

const registerAppScript = (
  app: FastifyInstance,
  { directory, frameButton }: Pick<Site, 'frameButton'> & { directory: string },
): void => {
  app.get<{ Params: { appId: string } }>('/widget/:appId([\\w-]{1,100}).js', async ({ params }, reply) => {
    const script = await readFile(join(directory, widgetScript), 'utf8');
    reply.header('cache-control', `public, max-age=${appScriptSeconds}`);
    reply.header('cross-origin-resource-policy', 'cross-origin');
    reply.type('text/javascript; charset=utf-8');
    return reply.send(appScript(script, params.appId, await frameButton(params.appId)));
  });
};

/** Serves the built front end: hashed assets are cached for a year, pages never. All other paths lead to the front end's page. */
export const registerPages = async (
  app: FastifyInstance,
  directory: string,
  { links, frontEnd, frameSites, frameButton }: Site,
): Promise<void> => {
  if (links.terms) app.get('/terms', (_request, reply) => reply.redirect(links.terms as string));
  if (links.privacy) app.get('/privacy', (_request, reply) => reply.redirect(links.privacy as string));
  const hasPages = existsSync(join(directory, 'index.html'));
  const pages: Partial<Record<PageFile, string>> = {};
  if (hasPages) {
    await app.register(fastifyStatic, {
      root: directory,
      index: false,
      wildcard: false,
      cacheControl: false,
      // The build puts `x.js.br` and `x.js.gz` next to `x.js`; they are not requested by name.
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}', '*.html'],
      setHeaders: (reply, sent) => {
        const path = sent.replace(/\.(?:br|gz)$/, '');
        reply.header('vary', 'accept-encoding');
        // The library adds a character set to every other kind of text.
        if (path.endsWith('.svg')) reply.type('image/svg+xml; charset=utf-8');
        reply.header('cache-control', cacheControlFor(path));
        // Other sites load this file alone.
        if (path.endsWith(`/${widgetScript}`)) reply.header('cross-origin-resource-policy', 'cross-origin');
      },
    });
  }
  if (hasPages) registerAppScript(app, { directory, frameButton });
  const framing = async (path: string): Promise<Framing> => {
    if (chatPath.test(path)) return { frameAncestors: "'self'", frameOptions: 'SAMEORIGIN' };
    const appId = widgetPath.exec(path)?.[1];
    if (appId !== undefined) return { frameAncestors: ["'self'", ...(await frameSites(appId))].join(' ') };
    const host = embeddedPath.test(path) ? frontEnd.orchestratorOrigin : undefined;
    return host === undefined ? { frameAncestors: "'none'", frameOptions: 'DENY' } : { frameAncestors: host };
  };
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (hasPages && wantsPage(request.method, path)) {
      const file = isForVisitors(path) ? 'chat.html' : 'index.html';
      // While a new build is being written, the previous page is served.
      pages[file] = await readPage(directory, file, frontEnd).catch(() => pages[file] ?? '');
      return sendPage(reply, pages[file], {
        ...(await framing(path)),
        orchestratorOrigin: frontEnd.orchestratorOrigin,
      });
    }
    const error = new AppError('request.not_found');
    return reply.status(error.status).send(failureBody(request, failure(request.id, error)));
  });
};
