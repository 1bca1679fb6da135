/** What a page of ours may load and do: only from here, nothing inline. */
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

const policyText = Object.entries(contentPolicy)
  .map(([name, sources]) => `${name} ${sources}`)
  .join(';');

const year = 365 * 24 * 60 * 60;

/**
 * The headers that every reply carries, put together once. The set is that of the OWASP secure headers project;
 * `strict-transport-security` only where people reach the server over TLS.
 */
export const securityHeaders = (publicUrl: string | undefined): Record<string, string> => ({
  'content-security-policy': policyText,
  'cross-origin-opener-policy': 'same-origin',
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
