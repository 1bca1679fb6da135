import { DocumentError } from '../../document-error.ts';

/** Real pages stay below a hundred levels; tree builders and walkers recurse, or slow down, with depth. */
const maxDepth = 600;

/** Depth of a page's elements, found while streaming. Throws `documents.too_deep` before any tree is built. */
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
