import type { ComponentProps } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { Code, Preformatted } from './markdown/code.tsx';
import { markFormulas } from './markdown/split-text.ts';
import classes from './markdown.module.css';

/** The parts of an element of the tree that is rendered. */
interface Node {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

/** Elements that contain blocks of their own. */
const containers = new Set(['section', 'div']);

const setDirections = ({ children = [] }: Node): void => {
  for (const child of children) {
    if (child.type !== 'element' || child.tagName === undefined) continue;
    if (containers.has(child.tagName)) setDirections(child);
    else child.properties = { ...child.properties, dir: child.tagName === 'pre' ? 'ltr' : 'auto' };
  }
};

/** Gives each block the direction of its own first letter, so that an answer can mix scripts. Code is written from left to right. */
const blockDirection = () => setDirections;

const isOwnAddress = (address: string): boolean => /^\/(?![/\\])/.test(address);
const isLinkAddress = (address: string): boolean =>
  /^(https?:|mailto:)/i.test(address) || isOwnAddress(address);

/** Shows only the description of an external picture, because loading it would tell its host who reads what. */
const Picture = ({ src, alt }: ComponentProps<'img'>) =>
  typeof src === 'string' && isOwnAddress(src) ? (
    <img src={src} alt={alt ?? ''} loading="lazy" />
  ) : (
    <span className={`faint ${classes.noPicture}`}>{alt ? `Image: ${alt}` : 'Image'}</span>
  );

/** A link of an answer, which opens in a new tab; text where it leads nowhere that is safe. */
export const ExternalLink = ({ href, children }: ComponentProps<'a'>) =>
  href !== undefined && isLinkAddress(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );

/** A wide table scrolls on its own, so the keyboard must be able to reach it. */
const scrollRegion = { role: 'region', tabIndex: 0 };

const ScrollingTable = ({ dir, children }: ComponentProps<'table'>) => (
  <div className={`scroll-x margin-bottom-3 ${classes.table}`} {...scrollRegion} aria-label="Table">
    <table dir={dir}>{children}</table>
  </div>
);

const components: Components = {
  a: ExternalLink,
  code: Code,
  img: Picture,
  pre: Preformatted,
  table: ScrollingTable,
};

interface MarkdownRendererProps {
  children: string;
  /** Replaces the rendering of single elements, for example to turn citation marks into buttons. */
  components?: Components;
}

/**
 * Renders Markdown from people, documents and models: without raw HTML, sanitised, without external pictures. Code is coloured and formulas
 * are drawn by code that loads when the first of them is shown. Links open in a new tab without an opener. It does not use Mantine, so the
 * public chat can use it.
 */
export const MarkdownRenderer = ({ children, components: replaced }: MarkdownRendererProps) => (
  <div className={`break-anywhere ${classes.markdown}`}>
    <ReactMarkdown
      remarkPlugins={[remarkGfm]}
      rehypePlugins={[rehypeSanitize, blockDirection]}
      components={replaced ? { ...components, ...replaced } : components}
    >
      {markFormulas(children)}
    </ReactMarkdown>
  </div>
);
