/** The content security policy of our pages: everything from this origin, nothing inline. */
const contentPolicy = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

/** A flow builder of another origin may be shown in a frame of our pages. */
const policyText = (orchestratorOrigin: string | undefined, more: Record<string, string> = {}): string =>
  Object.entries({
    ...contentPolicy,
    ...more,
    ...(orchestratorOrigin === undefined ? {} : { 'frame-src': `'self' ${orchestratorOrigin}` }),
  })
    .map(([name, sources]) => `${name} ${sources}`)
    .join(';');

const year = 365 * 24 * 60 * 60;

interface Origins {
  publicUrl: string | undefined;
  orchestratorOrigin: string | undefined;
}

/**
 * Returns the security headers of every reply. They follow the OWASP secure headers project; `strict-transport-security` is sent only where
 * users reach the server over TLS.
 */
export const securityHeaders = ({ publicUrl, orchestratorOrigin }: Origins): Record<string, string> => ({
  'content-security-policy': policyText(orchestratorOrigin),
  // Windows that we open cannot reach back, except that of the flow builder, which asks who is signed in (SESSION-26).
  'cross-origin-opener-policy': orchestratorOrigin === undefined ? 'same-origin' : 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  ...(publicUrl?.startsWith('https:')
    ? { 'strict-transport-security': `max-age=${year}; includeSubDomains` }
    : {}),
});

/** The text in the built pages that each reply replaces by a nonce of its own. The build writes it into all scripts and styles. */
export const noncePlaceholder = 'NONCE-OF-THIS-REPLY';

interface PagePolicy {
  orchestratorOrigin: string | undefined;
  /** A random text that the page's own scripts and styles carry, 128 bits or more. */
  nonce: string;
  /** The origins whose pages may show this one in a frame. */
  frameAncestors: string;
}

/**
 * Returns the content security policy of a page. It runs scripts and applies styles that carry the nonce, and what these load themselves.
 * Other answers of this origin, among them those that flows write, are never scripts or styles of it.
 */
export const pagePolicy = ({ orchestratorOrigin, nonce, frameAncestors }: PagePolicy): string =>
  policyText(orchestratorOrigin, {
    'script-src': `'nonce-${nonce}'`,
    'style-src': `'nonce-${nonce}'`,
    // The viewer of PDFs starts its worker by address, for which there are no nonces.
    'worker-src': "'self'",
    'frame-ancestors': frameAncestors,
  });
