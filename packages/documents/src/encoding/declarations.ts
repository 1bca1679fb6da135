const head = 64 * 1024;

/** Leaves out comments, in which a declaration counts as little as any other text. */
function withoutComments(page: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let start = page.indexOf('<!--'); start >= 0; start = page.indexOf('<!--', from)) {
    kept.push(page.slice(from, start));
    const end = page.indexOf('-->', start + 4);
    if (end < 0) return kept.join('');
    from = end + 3;
  }
  return kept.join('') + page.slice(from);
}

const declaration = /^\s*<\?xml[^>]{0,150}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/;
const meta = /<meta\b[^>]{1,300}?charset\s*=\s*(?:["']\s*)?([\w.:-]{1,40})/i;

const readHead = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, head)).toString('latin1');

/** Returns the label in the first line of XML. */
export const findXmlDeclaration = (bytes: Uint8Array): string | undefined =>
  declaration.exec(readHead(bytes))?.[1];

/**
 * Returns the labels that a page gives in its `meta` elements and its XML declaration. One that names UTF-16 is wrong, because it could not be
 * read otherwise.
 */
export const findPageDeclarations = (bytes: Uint8Array): string[] => {
  const found = [meta.exec(withoutComments(readHead(bytes)))?.[1], findXmlDeclaration(bytes)];
  return found
    .filter((label) => label !== undefined)
    .filter((label) => !/^(?:utf-?16|utf-?32|unicode|ucs)/i.test(label));
};
