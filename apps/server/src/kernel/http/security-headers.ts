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

/**
 * Returns the headers of the chat in a frame of other sites. `x-frame-options` cannot name several sites, so it is left out, and browsers
 * follow the policy.
 */
export const widgetPageHeaders = (
  orchestratorOrigin: string | undefined,
  frameSites: readonly string[],
): Record<string, string> => ({
  'content-security-policy': policyText(orchestratorOrigin, {
    'frame-ancestors': ["'self'", ...frameSites].join(' '),
  }),
});

/** Returns the headers of the builder of flows in a frame, which its configured host alone may show (FLOW-02). */
export const embeddedPageHeaders = (orchestratorOrigin: string): Record<string, string> => ({
  'content-security-policy': policyText(orchestratorOrigin, { 'frame-ancestors': orchestratorOrigin }),
});

/** Returns the headers of the chat page instead. Unlike every other page, it may be shown in a frame of our own pages. */
export const chatPageHeaders = (orchestratorOrigin: string | undefined): Record<string, string> => ({
  'content-security-policy': policyText(orchestratorOrigin, { 'frame-ancestors': "'self'" }),
  'x-frame-options': 'SAMEORIGIN',
});
