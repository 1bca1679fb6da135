import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ConnectorIo, type ReadEnd, type SourceEvent } from '../../src/index.ts';
import { createWebsite, websiteLimits } from '../../src/website/index.ts';
import { emptyDns } from '../databases/io.ts';

export type Route = string | ((response: ServerResponse, request: IncomingMessage) => void);

/** A website on this machine that records its requests. */
export interface Site {
  origin: string;
  /** The path and query of each request, in order. */
  asked: string[];
  routes: Record<string, Route>;
  close(): Promise<void>;
}

export const openSite = async (routes: Record<string, Route>): Promise<Site> => {
  const asked: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    asked.push(path);
    const route = routes[path] ?? routes[path.replace(/\?.*$/, '?')] ?? routes['*'];
    if (typeof route === 'function') route(response, request);
    else if (route === undefined) response.writeHead(404).end('not here');
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(route);
  };
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${port}`, asked, routes, close };
};

/** Makes a page of realistic length with these links. */
export const page = (title: string, links: readonly string[] = [], head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><h1>${title}</h1>
  <p>${`What there is to know about ${title}. `.repeat(8)}</p>
  ${links.map((link) => `<a href="${link}">${link}</a>`).join('\n')}</body></html>`;

export const quickLimits = { ...websiteLimits, pauseMs: 0, retryMs: 1, requestMs: 2_000 };

/** Unchecked network functions, for sites on this machine only. */
export const plainIo = (signal = new AbortController().signal): ConnectorIo => ({
  fetch: (input, init) => fetch(input, init),
  connect: () => Promise.reject(new Error('A website needs no socket.')),
  dns: emptyDns,
  signal,
});

export interface Reading {
  items: Extract<SourceEvent, { kind: 'item' }>['item'][];
  unchanged: string[];
  /** Codes by the name of the skipped page. */
  skipped: Record<string, string>;
  /** Messages by code. */
  reasons: Record<string, string>;
  totals: number[];
  end: ReadEnd;
}

/** Reads a whole site and collects the events. */
export const readSite = async (
  settings: Record<string, string | number>,
  options: { io?: ConnectorIo; limits?: typeof websiteLimits; cursor?: Record<string, string> } = {},
): Promise<Reading> => {
  const connector = createWebsite(options.limits ?? quickLimits);
  const reader = connector.read(options.io ?? plainIo(), { connection: {}, settings }, options.cursor);
  const reading: Omit<Reading, 'end'> = { items: [], unchanged: [], skipped: {}, reasons: {}, totals: [] };
  for (;;) {
    const { done, value } = await reader.next();
    if (done) return { ...reading, end: value };
    if (value.kind === 'item') reading.items.push(value.item);
    else if (value.kind === 'unchanged') reading.unchanged.push(value.externalId);
    else if (value.kind === 'total') reading.totals.push(value.count);
    else {
      reading.skipped[value.name] = value.code;
      reading.reasons[value.code] = value.reason;
    }
  }
};

export const pathsOf = (reading: Reading) => reading.items.map(({ url }) => new URL(url ?? '').pathname);
