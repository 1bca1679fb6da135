import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Site {
  readonly origin: string;
  /** Places a line on the page of the site. */
  place(line: string): void;
  close(): Promise<void>;
}

/** Everything that a site's style sheet can do to what does not belong to it, short of hiding its own page. */
const hostileStyles = `
html, body { margin: 0; overflow: hidden; transform: translateX(0); filter: none; }
* { all: unset !important; }
:not(html, body, main, main *) { display: none !important; visibility: hidden !important; opacity: 0 !important;
  pointer-events: none !important; position: static !important; transform: scale(0) !important; z-index: -1 !important;
  transition: all 999s !important; }
html, body, main, h1, p { display: block !important; }
#cover { display: block !important; position: fixed !important; inset: 0 !important; z-index: 2147483647 !important;
  background: #e8ecf1 !important; }
`;

/**
 * Starts a site with a strict policy: no inline script or style, nothing from elsewhere but the scripts and frames of `allowed`. It is on
 * `localhost`, which browsers take for another site than 127.0.0.1.
 */
export const startStrictSite = async (allowed: string): Promise<Site> => {
  let placed = '';
  const policy = [
    "default-src 'none'",
    `script-src ${allowed}`,
    `frame-src ${allowed}`,
    "style-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const server = createServer((request, response) => {
    const isStyle = request.url === '/site.css';
    response.writeHead(200, {
      'content-type': isStyle ? 'text/css' : 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    });
    response.end(
      isStyle
        ? hostileStyles
        : `<!doctype html><html lang="en"><title>A strict site</title><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/site.css">${placed}
<body><main><h1>A strict site</h1><p id="cover">Its own text.</p></main></body></html>`,
    );
  });
  server.listen(0);
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    place(line) {
      placed = line;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
