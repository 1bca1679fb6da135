import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { isFile } from '@atelier/contracts/fields/file-value';
import { largesIn } from '@atelier/contracts/fields/large-value';
import { escapeHtml } from '../../../../kernel/base/escape-html.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Anonymous, Exchange } from '../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../kernel/module/module.ts';
import { type Download, openDownload, runFiles } from '../../../content/files/index.ts';
import { largeText } from '../computations.ts';
import type { FileOwner } from '../engine/files/file-owner.ts';
import { filesOfLarge } from '../engine/files/file-owner.ts';
import type { FlowResponse } from '../engine/flow-run-type.ts';

export type Http = Pick<
  Exchange,
  'address' | 'headers' | 'origin' | 'bytes' | 'parts' | 'signal' | 'sendRaw'
>;

/** True when a person sees the reply, who would not notice that this site sends them elsewhere. Programs follow a redirect as it is. */
const isShownToPerson = ({ 'sec-fetch-mode': mode, accept = '' }: Exchange['headers']): boolean =>
  mode === undefined ? accept.includes('text/html') : mode === 'navigate';

/** True when a redirect leads a person to a site that is neither this one nor listed. */
const leavesSite = (
  location: string,
  exchange: Pick<Exchange, 'headers' | 'origin'>,
  redirectHosts: readonly string[],
): boolean => {
  const target = URL.parse(location, exchange.origin);
  const isKnown =
    target !== null &&
    (target.origin === exchange.origin ||
      (/^https?:$/.test(target.protocol) && redirectHosts.includes(target.hostname)));
  return !isKnown && isShownToPerson(exchange.headers);
};

const style = `:root{color-scheme:light dark}
body{max-width:34rem;margin:18vh auto 0;padding:0 1.5rem;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#faf9f7,#1b1a18);color:light-dark(#1f1e1b,#f1efea)}
h1{font-size:1.35rem;line-height:1.3}
.to{padding:.75rem 1rem;border:1px solid light-dark(#dedbd4,#45423c);border-radius:.5rem;overflow-wrap:anywhere;background:light-dark(#fff,#252420)}
a{color:light-dark(#9d3c17,#f0a080)}`;

/** The style of the page is allowed by its hash, and nothing else is. */
const policy = (): string => {
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'`;
};

/** Returns a page that says where a redirect leads. Addresses that are no web pages are shown without a link. */
const leavingPage = (location: string, host: string): Parameters<Exchange['sendRaw']>[0] => {
  const target = URL.parse(location);
  const isWeb = target !== null && /^https?:$/.test(target.protocol);
  const shown = escapeHtml(location);
  const link = isWeb
    ? `<p class="to"><a href="${escapeHtml(target.href)}" rel="noreferrer">${shown}</a></p>`
    : `<p class="to">${shown}</p>`;
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': policy() },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>This link leads to another site</title><style>${style}</style></head><body><h1>This link leads to another site</h1><p>You are about to leave ${escapeHtml(host)}. Open this address only if you know it:</p>${link}</body></html>`,
  };
};

/** The headers that a flow may set. Others would change how browsers treat the whole site. */
const allowed =
  /^(content-(disposition|language)|cache-control|etag|last-modified|location|retry-after|vary|x-(?!frame-options|content-type-options|permitted|dns-prefetch)[\w-]+)$/;

/** Types that no browser runs as a script, a style or a worker. A response of another type is sent as a download of unknown type. */
const harmless =
  /^(?:application\/(?:[\w.-]+\+)?(?:json|xml)|application\/(?:x-ndjson|jsonl|pdf|rss|octet-stream)|text\/(?:plain|csv|tab-separated-values|markdown|calendar|vcard|xml|html)|image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml))$/;

/** Returns the type of a response, which stays what the flow says when it is harmless. */
const servedType = (named: string | undefined, isText: boolean): string => {
  if (named === undefined) return isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  const [type = ''] = named.split(';', 1);
  return harmless.test(type.trim().toLowerCase()) ? named : 'application/octet-stream';
};

/**
 * Sends what a flow answers. It comes from this site, so a browser is told to run nothing in it, and to take it for nothing else than its
 * content type says. A person whom it sends to another site first reads where the link leads.
 */
export const sendResponse = (
  exchange: Http,
  { services }: Pick<Anonymous, 'services'>,
  { status, headers, body, large }: FlowResponse & { large?: WrittenLarge | undefined },
): Promise<AlreadyAnswered> => {
  const kept = Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => allowed.test(name)),
  );
  const { location } = kept;
  if (location !== undefined && leavesSite(location, exchange, services.config.redirectHosts))
    return exchange.sendRaw(leavingPage(location, new URL(exchange.origin).host));
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const isText = large ? large.isText : typeof body === 'string';
  const written = large?.bytes ?? (typeof body === 'string' ? body : JSON.stringify(body));
  const hasBody = (large !== undefined || body !== null) && status !== 204 && status !== 304;
  return exchange.sendRaw({
    status,
    type: servedType(named, isText),
    headers: {
      ...kept,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
    body: hasBody ? written : '',
  });
};

const chunkBytes = 64 * 1024;

function* splitChunks(bytes: Uint8Array): Generator<Uint8Array> {
  // The stream gets bytes of its own, because what threads share may not be sent.
  for (let at = 0; at < bytes.length; at += chunkBytes) yield Buffer.from(bytes.slice(at, at + chunkBytes));
}

/** A value with large parts, as the text that is sent: a text as it is, everything else as JSON. */
interface WrittenLarge {
  isText: boolean;
  bytes: Readable;
}

/** Writes a value that has large parts. Undefined when it has none. Throws ExpressionError. */
const writeLarge = async (ctx: Ctx, owner: FileOwner, value: unknown): Promise<WrittenLarge | undefined> => {
  const larges = largesIn(value);
  if (larges.length === 0) return undefined;
  const files = await filesOfLarge(ctx, owner, larges);
  const order = { value: JSON.stringify(value as JsonValue), files };
  const { isText, bytes } = await ctx.services.compute.run(largeText, order, { tenantId: ctx.tenantId });
  return { isText, bytes: Readable.from(splitChunks(bytes), { objectMode: false }) };
};

export const sendJson = (exchange: Http, status: number, value: unknown): Promise<AlreadyAnswered> =>
  exchange.sendRaw({ status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) });

interface Answering {
  ctx: Ctx;
  flowId: string;
  runId: string;
}

/** Opens the file that a run answers with; undefined when the answer is no file that the run holds. */
const openAnswer = async ({ ctx, runId }: Answering, body: unknown): Promise<Download | undefined> => {
  if (!isFile(body)) return undefined;
  const row = await ctx.tx((tx) => runFiles.find(tx, body.id, { runId }));
  return row && openDownload(ctx, row);
};

/** Sends what a flow answers. A file of the run is sent as a download. */
export const sendFlowResponse = async (
  exchange: Http,
  answering: Answering,
  response: FlowResponse,
): Promise<AlreadyAnswered> => {
  const { ctx, ...owner } = answering;
  const download = await openAnswer(answering, response.body);
  if (download) return exchange.sendRaw({ ...download, status: response.status });
  return sendResponse(exchange, ctx, { ...response, large: await writeLarge(ctx, owner, response.body) });
};

/** Sends the output of a flow that gave no response. */
export const sendOutput = async (
  exchange: Http,
  { ctx, ...owner }: Answering,
  output: unknown,
): Promise<AlreadyAnswered> => {
  const large = await writeLarge(ctx, owner, output);
  if (!large) return sendJson(exchange, 200, output);
  return sendResponse(exchange, ctx, { status: 200, headers: {}, body: null, large });
};
