import { DocumentError } from '../../document-error.ts';

/** Real pages have fewer than a hundred levels. Functions that build or walk trees recurse, or slow down, with depth. */
const maxDepth = 600;

/** The measures of a page that decide how long it takes to build a tree of it. */
export type PageSize = {
  /** The deepest level of elements, for readers that do not close a link at the next one, too. */
  depth: number;
  /** The number of elements and pieces of text. */
  parts: number;
};

/** Measures the elements of a page, or of a drawing, while streaming. Throws `documents.too_deep` before any tree is built. */
export async function measureHtml(html: string, { xmlMode = false } = {}): Promise<PageSize> {
  const { Parser } = await import('htmlparser2');
  let depth = 0;
  let deepest = 0;
  let openLinks = 0;
  let parts = 0;
  const parser = new Parser(
    {
      onopentagname() {
        parts++;
        depth++;
        if (depth > deepest) deepest = depth;
        if (depth > maxDepth)
          throw new DocumentError('documents.too_deep', `elements deeper than ${maxDepth}`);
      },
      onclosetag(name, isImplied) {
        depth--;
        if (isImplied && name === 'a') openLinks++;
      },
      ontext() {
        parts++;
      },
    },
    { xmlMode },
  );
  parser.end(html);
  return { depth: deepest + openLinks, parts };
}
