import type { Block } from '../../block.ts';
import { readSample } from '../../format/text-sample.ts';
import type { Parser } from '../source.ts';
import { readText } from '../text-file.ts';
import { readPage } from './html-blocks.ts';
import { measureHtml } from './html-depth.ts';

/** Limits for Readability, whose time grows faster than the page. */
const articleLimits = { characters: 2_000_000, depth: 150, parts: 50_000 };
/** One parser treats the content of these elements as text and the other as nested elements, whose depth was not measured. */
const rawElements = /<(plaintext|xmp|listing|noembed|noframes)\b/i;
/** An article that contains less of the page than this share is a wrong guess. */
const articleShare = 0.6;

/** Parses web pages: only the article if one is recognised, otherwise the whole body. */
export const parseHtml: Parser = async function* (source) {
  const { findPageDeclarations } = await import('../../encoding/index.ts');
  const declared = findPageDeclarations(await readSample(source.path));
  const html = await readText({ ...source, progress: () => {}, declared });
  const { depth, parts } = await measureHtml(html);
  source.progress(0.3);
  const { blocks: page, kept: own } = await readPage(html);
  const large =
    html.length > articleLimits.characters ||
    depth > articleLimits.depth ||
    parts > articleLimits.parts ||
    rawElements.test(html);
  const article = large ? '' : await readArticle(html);
  const kept = page.filter((block) => own.has(block) || belongsTo(article, block)).filter(hasContent);
  // Tables and headings stay in any case, so that they say nothing about the article.
  const isArticle = measureText(kept, own) > articleShare * measureText(page, own);
  yield* isArticle ? kept : page;
};

/**
 * Returns true for blocks of the article. The article decides which text stays; the structure comes from the page, whose
 * headings keep their level.
 */
function belongsTo(article: string, block: Block): boolean {
  if (!isText(block)) return true;
  const lines = block.text.split('\n').map((line) => bare(line.replace(/^\s*(-|-?\w{1,8}\.) /, '')));
  return lines.every((line) => article.includes(line));
}

/** Returns true for a heading with content below it, and for the page's title. */
function hasContent(block: Block, index: number, blocks: readonly Block[]): boolean {
  const next = blocks[index + 1];
  if (block.kind !== 'heading' || block.level === 1) return true;
  return next !== undefined && (next.kind !== 'heading' || (next.level ?? 1) > (block.level ?? 1));
}

const bare = (text: string) => text.replace(/\s+/g, '');

/** Returns the article's text without white space; '' when there is none. */
async function readArticle(html: string): Promise<string> {
  const { parseHTML } = await import('linkedom');
  const { Readability } = await import('@mozilla/readability');
  try {
    return bare(
      new Readability(readPageDocument(parseHTML(html)), { charThreshold: 200 }).parse()?.textContent ?? '',
    );
  } catch {
    // Readability fails on unusual markup; the body is used then.
    return '';
  }
}

type PageDocument = ConstructorParameters<typeof import('@mozilla/readability').Readability>[0];

/** The types of linkedom depend on those of a browser, which the server does not have. */
function readPageDocument(page: unknown): PageDocument {
  return (page as { document: PageDocument }).document;
}

const isText = ({ kind }: Block): boolean => kind === 'paragraph' || kind === 'list';

/** The length of the text about which the article decides. */
const measureText = (blocks: readonly Block[], own: ReadonlySet<Block>): number =>
  blocks.reduce((sum, block) => sum + (isText(block) && !own.has(block) ? block.text.length : 0), 0);
