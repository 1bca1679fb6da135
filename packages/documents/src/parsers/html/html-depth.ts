import { DocumentError } from '../../document-error.ts';

/** Real pages have fewer than a hundred levels. Functions that build or walk trees recurse, or slow down, with depth. */
const maxDepth = 600;

/** Measures the depth of a page's elements while streaming. Throws `documents.too_deep` before any tree is built. */
export async function measureHtml(html: string): Promise<number> {
  const { Parser } = await import('htmlparser2');
  let depth = 0;
  let deepest = 0;
  const parser = new Parser({
    onopentagname() {
      depth++;
      if (depth > deepest) deepest = depth;
      if (depth > maxDepth) throw new DocumentError('documents.too_deep', `HTML deeper than ${maxDepth}`);
    },
    onclosetag() {
      depth--;
    },
  });
  parser.end(html);
  return deepest;
}
