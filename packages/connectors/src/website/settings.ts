import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { z } from 'zod';
import { ConnectorError } from '../connector.ts';
import { readAddress } from './address.ts';
import { websiteLimits } from './limits.ts';
import { type PathPatterns, readPattern } from './path-patterns.ts';

export const websiteFields: readonly Field[] = [
  {
    name: 'address',
    label: 'Address',
    type: 'SHORT_TEXT',
    required: true,
    placeholder: 'https://example.com',
    description: 'The page to begin with, or the address of a sitemap.',
    max: websiteLimits.addressLength,
  },
  {
    name: 'read',
    label: 'What to read',
    type: 'STATIC_DROPDOWN',
    required: true,
    default: 'links',
    options: [
      { value: 'page', label: 'This page only' },
      { value: 'links', label: 'This page and what it links to' },
      { value: 'sitemap', label: 'The pages in the site’s sitemap' },
    ],
  },
  {
    name: 'pages',
    label: 'Most pages',
    type: 'NUMBER',
    default: websiteLimits.pages,
    min: 1,
    max: websiteLimits.pages,
    description: `Up to ${websiteLimits.pages} pages and documents of one site.`,
    shownWhen: { field: 'read', values: ['links', 'sitemap'] },
  },
  {
    name: 'include',
    label: 'Only these paths',
    type: 'LONG_TEXT',
    placeholder: '/docs/*',
    description: 'One a line. A star stands for anything. Leave empty for the whole site.',
    max: 4_000,
    shownWhen: { field: 'read', values: ['links', 'sitemap'] },
  },
  {
    name: 'exclude',
    label: 'Without these paths',
    type: 'LONG_TEXT',
    placeholder: '/blog/*',
    description: 'One a line. A star stands for anything.',
    max: 4_000,
    shownWhen: { field: 'read', values: ['links', 'sitemap'] },
  },
];

const mostPatterns = 50;

const Patterns = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .transform((given) => (typeof given === 'string' ? given.split('\n') : (given ?? [])))
  .transform((lines) => lines.filter((line) => line.trim() !== '').map(readPattern))
  .refine((lines) => lines.length <= mostPatterns, `Please enter at most ${mostPatterns} paths.`)
  .refine((lines) => lines.every((line) => line.length <= 200), 'A path may have at most 200 characters.');

const Pages = z
  .number('Please enter a number.')
  .int('Please enter a whole number.')
  .min(1, 'Please enter a value greater than 0')
  .max(websiteLimits.pages, `Please enter at most ${websiteLimits.pages} pages.`);

const WebsiteSettings = z.object({
  address: z.string('Please enter a web address, such as https://example.com.'),
  read: z.enum(['page', 'links', 'sitemap'], 'Please choose what to read.').default('links'),
  pages: Pages.nullish().transform((pages) => pages ?? websiteLimits.pages),
  include: Patterns,
  exclude: Patterns,
});

export interface WebsiteChoice {
  start: URL;
  read: 'page' | 'links' | 'sitemap';
  pages: number;
  patterns: PathPatterns;
}

/** Adds a scheme, which people leave out. `example.com:8080` has a port and no scheme. */
const withScheme = (typed: string) => (/^[^/?#]*:(?!\d)/.test(typed) ? typed : `https://${typed}`);

const readStart = (address: string): URL => {
  const typed = address.trim();
  const start = typed.length <= websiteLimits.addressLength ? readAddress(withScheme(typed)) : undefined;
  if (start) return start;
  throw new ConnectorError(
    'sources.invalid_settings',
    'Please enter a web address that starts with http:// or https://, without a user name or password.',
  );
};

/** Parses the settings. @throws ConnectorError `sources.invalid_settings` with the message for the first invalid field */
export const readSettings = (settings: FieldValues): WebsiteChoice => {
  const parsed = WebsiteSettings.safeParse(settings);
  if (!parsed.success)
    throw new ConnectorError(
      'sources.invalid_settings',
      parsed.error.issues[0]?.message ?? 'Please check the settings.',
    );
  const { address, read, pages, include, exclude } = parsed.data;
  const start = readStart(address);
  // The user named this single page, so patterns and limits do not apply.
  if (read === 'page') return { start, read, pages: 1, patterns: { include: [], exclude: [] } };
  return { start, read, pages, patterns: { include, exclude } };
};
