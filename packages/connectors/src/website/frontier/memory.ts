import { gunzipSync, gzipSync } from 'node:zlib';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { z } from 'zod';
import type { Validators } from '../read-answer.ts';

/** The data that is stored about a page between syncs. */
export interface Remembered extends Validators {
  externalId: string;
  /** The fingerprint of its content and its title. */
  mark: string;
  /** The hash of its content alone. */
  hash: string;
  /** Its links, for a later reply of "not modified". */
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

/** Reads the stored pages from a cursor. If that is not possible, all pages are read again. */
export const recall = (cursor: Record<string, string> | undefined): Map<string, Remembered> => {
  const packed = cursor?.pages;
  if (packed === undefined) return new Map();
  try {
    const unpacked = gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: 4 * mostCharacters });
    const { links, pages } = Stored.parse(readJson(unpacked.toString('utf8')));
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
 * Stores the pages in a cursor. Most pages of a site share most links, so each link is stored once. A page whose links do not
 * fit loses its validators: after a "not modified" its links would be missing.
 */
export const memorise = (pages: ReadonlyMap<string, Remembered>): Record<string, string> => {
  const numbers = new Map<string, number>();
  let room = mostCharacters;
  const internLink = (link: string): number => {
    const known = numbers.get(link) ?? numbers.size;
    if (known === numbers.size) room -= link.length;
    numbers.set(link, known);
    return known;
  };
  const entries = [...pages].map(([key, page]) => {
    const fits = room > page.links.reduce((sum, link) => sum + link.length, 0);
    const { externalId, mark, hash, etag, lastModified } = page;
    const validators = fits ? [etag, lastModified] : ['', ''];
    return [key, [externalId, mark, hash, ...validators, fits ? page.links.map(internLink) : []]] as const;
  });
  const stored = JSON.stringify({ links: [...numbers.keys()], pages: Object.fromEntries(entries) });
  return { pages: gzipSync(stored).toString('base64') };
};
