import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';
import { feedParser } from './robots/feed-parser.ts';
import { productToken } from './robots/robots-rules.ts';

export interface PageLink {
  href: string;
  isNofollow: boolean;
}

/** A page's description of itself, and its links as written. */
export interface PageFacts {
  title: string;
  language: string;
  base: string;
  canonical: string;
  /** The address to which the page redirects by itself; '' when it does not. */
  refresh: string;
  isNoindex: boolean;
  isNofollow: boolean;
  links: PageLink[];
  /** The number of characters of visible text, without white space. */
  textLength: number;
  /** The hash of the visible text, equal for pages that read the same. */
  textHash: string;
  /** True when there is hardly any text and a script would add it. */
  needsJavascript: boolean;
}

const unseen = new Set(['script', 'style', 'noscript', 'template', 'svg', 'title', 'iframe', 'textarea']);
const mounts = /^(root|app|__next|__nuxt|___gatsby|svelte|q-app|app-root)$/;
/** The limit of the document parser. Deeper pages are traps, and the time for closing tags grows with depth. */
const deepest = 600;
const mostLinks = 20_000;
/** A later refresh is not a redirect but a page that updates itself. */
const refreshSeconds = 10;

/** Parses `0; url=/next`, the value of a Refresh header or meta element. */
export const readRefresh = (content: string): string => {
  const [seconds = '', ...rest] = content.slice(0, 4_000).split(/[;,]/);
  const target = rest
    .join(';')
    .trim()
    .replace(/^url\s*=\s*/i, '');
  if (!(Number(seconds) <= refreshSeconds)) return '';
  return target.replace(/^(["'])(.*)\1$/, '$2').trim();
};

const relations = ({ rel = '' }: Record<string, string>) => rel.toLowerCase().split(/\s+/);

class PageReader {
  title = '';
  language = '';
  base = '';
  canonical = '';
  refresh = '';
  robots = '';
  links: PageLink[] = [];
  textLength = 0;
  readonly hash = createHash('sha256');
  #scripts = 0;
  #scriptLength = 0;
  #hasMount = false;
  #asksForScript = false;
  #depth = 0;
  #unseen = 0;
  /** The innermost element that determines the meaning of text. */
  readonly #around: string[] = [];

  open(name: string, attributes: Record<string, string>) {
    this.#depth += 1;
    if (this.#depth > deepest) throw new RangeError('nested too deep');
    if (unseen.has(name)) {
      this.#unseen += 1;
      this.#around.push(name);
    }
    if (name === 'script' && !/json/i.test(attributes.type ?? '')) this.#scripts += 1;
    if (mounts.test(attributes.id ?? '') || mounts.test(name)) this.#hasMount = true;
    this.#note(name, attributes);
  }

  #note(name: string, attributes: Record<string, string>) {
    const { href = '', lang = '' } = attributes;
    if (name === 'a' || name === 'area') this.#noteLink(attributes);
    else if (name === 'meta') this.#noteMeta(attributes);
    else if (name === 'link' && relations(attributes).includes('canonical')) this.canonical ||= href;
    else if (name === 'base') this.base ||= href;
    else if (name === 'html') this.language = lang.slice(0, 20);
  }

  #noteLink(attributes: Record<string, string>) {
    const { href } = attributes;
    if (href === undefined || this.links.length >= mostLinks) return;
    this.links.push({ href, isNofollow: relations(attributes).includes('nofollow') });
  }

  #noteMeta({ name = '', 'http-equiv': equivalent = '', content = '' }: Record<string, string>) {
    const key = name.toLowerCase();
    if (key === 'robots' || key === productToken.toLowerCase()) this.robots += ` ${content.toLowerCase()}`;
    if (equivalent.toLowerCase() === 'refresh') this.refresh ||= readRefresh(content);
  }

  text(data: string) {
    const around = this.#around.at(-1);
    if (around === 'title' && this.title.length < 500) this.title += data;
    if (around === 'script') this.#scriptLength += data.length;
    if (around === 'noscript' && /javascript/i.test(data)) this.#asksForScript = true;
    if (this.#unseen > 0) return;
    const bare = data.replace(/[\s\0]+/g, '');
    this.textLength += bare.length;
    this.hash.update(bare);
  }

  close(name: string) {
    this.#depth -= 1;
    if (!unseen.has(name)) return;
    this.#unseen -= 1;
    this.#around.pop();
  }

  /** Little text alone does not suffice: a genuinely short page has no empty element that waits for a script. */
  get needsJavascript() {
    if (this.#scripts === 0 || this.textLength >= 200) return false;
    const isHeavy = this.#scriptLength > 20 * (this.textLength + 50);
    return this.textLength < 20 || this.#hasMount || this.#asksForScript || isHeavy;
  }
}

const hasWord = (list: string, ...words: string[]) =>
  list.split(/[\s,]+/).some((word) => words.includes(word));

/** Parses a page. @throws RangeError when elements are nested deeper than anybody writes them */
export const readPage = async (html: string): Promise<PageFacts> => {
  const reader = new PageReader();
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (data) => reader.text(data),
    onclosetag: (name) => reader.close(name),
  });
  await feedParser(parser, html);
  const { language, base, canonical, refresh, robots, links, textLength, needsJavascript } = reader;
  return {
    title: reader.title.replace(/\s+/g, ' ').trim().slice(0, 300),
    language,
    base,
    canonical,
    refresh,
    isNoindex: hasWord(robots, 'noindex', 'none'),
    isNofollow: hasWord(robots, 'nofollow', 'none'),
    links,
    textLength,
    textHash: reader.hash.digest('hex').slice(0, 32),
    needsJavascript,
  };
};
