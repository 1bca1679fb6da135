import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Validators } from '../read-answer.ts';

/** What is known of a page since the last reading. */
export interface Remembered extends Validators {
  externalId: string;
  /** Of its content and its title. */
  mark: string;
  /** Of its content alone. */
  hash: string;
  /** Where it leads, for the day on which the site answers "not modified". */
  links: string[];
}

const Stored = z.object({
  links: z.array(z.string()),
  pages: z.record(
    z.string(),
    z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.array(z.number().int())]),
  ),
});

const mostCharacters = 2_000_000;

/** The memory in a cursor; one that cannot be read is as none, and all pages are read anew. */
export const recall = (cursor: Record<string, string> | undefined): Map<string, Remembered> => {
  const packed = cursor?.pages;
  if (packed === undefined) return new Map();
  try {
    const unpacked = gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: 4 * mostCharacters });
    const { links, pages } = Stored.parse(JSON.parse(unpacked.toString('utf8')));
    return new Map(
      Object.entries(pages).map(([key, [externalId, mark, hash, etag, lastModified, numbers]]) => [
        key,
        {
          externalId,
          mark,
          hash,
          etag,
          lastModified,
          links: numbers.map((number) => links[number] ?? '').filter((link) => link !== ''),
        },
      ]),
    );
  } catch {
    return new Map();
  }
};

/**
 * The memory as a cursor. Most pages of a site have most links in common, so each is kept once. A page whose links
 * do not fit loses what would let the site answer "not modified", because its links would then be missed.
 */
export const memorise = (pages: ReadonlyMap<string, Remembered>): Record<string, string> => {
  const numbers = new Map<string, number>();
  let room = mostCharacters;
  const numberOf = (link: string): number => {
    const known = numbers.get(link) ?? numbers.size;
    if (known === numbers.size) room -= link.length;
    numbers.set(link, known);
    return known;
  };
  const entries = [...pages].map(([key, page]) => {
    const fits = room > page.links.reduce((sum, link) => sum + link.length, 0);
    const { externalId, mark, hash, etag, lastModified } = page;
    const validators = fits ? [etag, lastModified] : ['', ''];
    return [key, [externalId, mark, hash, ...validators, fits ? page.links.map(numberOf) : []]] as const;
  });
  const stored = JSON.stringify({ links: [...numbers.keys()], pages: Object.fromEntries(entries) });
  return { pages: gzipSync(stored).toString('base64') };
};
