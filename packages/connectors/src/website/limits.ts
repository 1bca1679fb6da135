const MB = 1024 * 1024;

/** Limits of one crawl of a website. Times in milliseconds, sizes in bytes after decompression. */
export const websiteLimits = {
  /** Pages of one source (IMPORT-38). */
  pages: 50,
  addressLength: 2_000,
  redirects: 5,
  pageBytes: 10 * MB,
  documentBytes: 30 * MB,
  totalBytes: 200 * MB,
  requestMs: 30_000,
  totalMs: 20 * 60_000,
  /** Also counts what is read and then left out, so that a site of skipped pages ends. */
  requests: 300,
  /** Requests under way at one time, and the pause between two starts. */
  atOnce: 2,
  pauseMs: 250,
  /** The longest Crawl-delay that is kept to; no site waits longer than this between two requests. */
  longestPauseMs: 30_000,
  /** After 429 or 503: the wait where the site names none, the longest one, and all of them together. */
  retryMs: 5_000,
  longestWaitMs: 30_000,
  totalWaitMs: 120_000,
  retries: 2,
  /** Clicks from the first page. */
  depth: 10,
  linksPerPage: 500,
  /** Addresses that wait to be read. */
  waiting: 5_000,
  /** Addresses that are remembered at all, so that no site fills the memory. */
  known: 20_000,
  /** Addresses that differ only in numbers: after so many they wait for all others, and then they are left out. */
  alikeFirst: 10,
  alikeMost: 30,
  sitemaps: 20,
  sitemapBytes: 10 * MB,
  sitemapEntries: 5_000,
  /** RFC 9309 asks for at least 500 KiB; what comes after that is not read. */
  robotsBytes: 512 * 1024,
  /** Skipped addresses named one by one for each reason; the rest is counted. */
  reportedSkips: 100,
};

export type WebsiteLimits = typeof websiteLimits;
