import type { Block } from '../block.ts';
import { readSample, readText } from '../text-encoding.ts';
import { htmlBlocks } from './html-blocks.ts';
import { measureHtml } from './html-depth.ts';
import type { Parser } from './source.ts';

/** Readability is for pages of ordinary size; its time grows faster than the page. */
const articleLimits = { characters: 2_000_000, depth: 150 };
/** An article that leaves out more of the page than this is a wrong guess. */
const articleShare = 0.6;

/** Web pages: the article without navigation where one is recognised, else the whole body. */
export const parseHtml: Parser = async function* (source) {
  const html = await readText(source.path, await declaredEncoding(source.path));
  const depth = await measureHtml(html);
  source.progress(0.3);
  const page = await htmlBlocks(html);
  if (html.length > articleLimits.characters || depth > articleLimits.depth) {
    yield* page;
    return;
  }
  const article = await readArticle(html);
  const useArticle = article !== null && lengthOf(article) > articleShare * lengthOf(page);
  yield* useArticle ? article : page;
};

/** The encoding in a `meta` element counts when there is no byte order mark and the page is not UTF-8 anyway. */
async function declaredEncoding(path: string): Promise<string> {
  const head = (await readSample(path, 4096)).toString('latin1');
  const found = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1] ?? '';
  if (found === '' || /^utf-?(8|16|16le|16be)$/i.test(found)) return '';
  const { default: iconv } = await import('iconv-lite');
  return iconv.encodingExists(found) ? found : '';
}

async function readArticle(html: string): Promise<Block[] | null> {
  const { parseHTML } = await import('linkedom');
  const { Readability } = await import('@mozilla/readability');
  try {
    const { document } = parseHTML(html);
    const article = new Readability(document, { keepClasses: false }).parse();
    if (article === null || !article.content) return null;
    const blocks = await htmlBlocks(article.content);
    const title = article.title?.trim() ?? '';
    const titled = title === '' || blocks.some((block) => block.kind === 'heading' && block.level === 1);
    return titled ? blocks : [{ kind: 'heading', text: title, level: 1 }, ...blocks];
  } catch {
    // Readability gives up on odd markup; the body is still there.
    return null;
  }
}

const lengthOf = (blocks: readonly Block[]) => blocks.reduce((sum, block) => sum + block.text.length, 0);
