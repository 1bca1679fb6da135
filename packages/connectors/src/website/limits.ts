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
  /** The most requests, including those for pages that are then left out, so that the crawl of such a site ends too. */
  requests: 300,
  /** Simultaneous requests, and the pause between the starts of two. */
  atOnce: 2,
  pauseMs: 250,
  /** The longest Crawl-delay that is respected. */
  longestPauseMs: 30_000,
  /** After 429 or 503: the wait when the site names none, the longest wait, and the longest total of all waits. */
  retryMs: 5_000,
  longestWaitMs: 30_000,
  totalWaitMs: 120_000,
  retries: 2,
  /** The most links from the first page. */
  depth: 10,
  linksPerPage: 500,
  /** The most addresses that wait to be read. */
  waiting: 5_000,
  /** The most addresses that are remembered, so that no site fills the memory. */
  known: 20_000,
  /**
   * Two limits for the number of addresses that differ only in digits: beyond the first, further ones are postponed; beyond the second,
   * they are left out.
   */
  alikeFirst: 10,
  alikeMost: 30,
  sitemaps: 20,
  sitemapBytes: 10 * MB,
  sitemapEntries: 5_000,
  /** RFC 9309 asks for at least 500 KiB. Anything after that is not read. */
  robotsBytes: 512 * 1024,
  /** Left-out addresses that are reported one by one for each reason; the others are counted. */
  reportedSkips: 100,
};

export type WebsiteLimits = typeof websiteLimits;
