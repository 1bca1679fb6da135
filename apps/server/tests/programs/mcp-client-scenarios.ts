/** Those of authorizations, which both revisions have. */
const authorizations = [
  'metadata-default',
  'metadata-var1',
  'metadata-var2',
  'metadata-var3',
  'basic-cimd',
  'scope-from-www-authenticate',
  'scope-from-scopes-supported',
  'scope-omitted-when-undefined',
  'scope-step-up',
  'scope-retry-limit',
  'token-endpoint-auth-basic',
  'token-endpoint-auth-post',
  'token-endpoint-auth-none',
  'pre-registration',
];

/** Those of authorizations that only the later revision has. */
const laterAuthorizations = [
  'resource-mismatch',
  'offline-access-scope',
  'offline-access-not-supported',
  'authorization-server-migration',
  'iss-supported',
  'iss-not-advertised',
  'iss-supported-missing',
  'iss-wrong-issuer',
  'iss-unexpected',
  'iss-normalized',
  'metadata-issuer-mismatch',
];

/** The scenarios of the official suite for clients that apply, by revision. */
export const applicable: readonly [revision: string, scenario: string][] = [
  ['2025-11-25', 'initialize'],
  ['2025-11-25', 'tools_call'],
  ['2025-11-25', 'sse-retry'],
  ['2025-11-25', 'json-schema-2020-12-preservation'],
  ['2026-07-28', 'tools_call'],
  ['2026-07-28', 'request-metadata'],
  ['2026-07-28', 'sep-2322-client-request-state'],
  ['2026-07-28', 'http-standard-headers'],
  ['2026-07-28', 'http-custom-headers'],
  ['2026-07-28', 'http-invalid-tool-headers'],
  ['2026-07-28', 'json-schema-ref-no-deref'],
  ['2026-07-28', 'json-schema-2020-12-preservation'],
  ...authorizations.map((name): [string, string] => ['2025-11-25', `auth/${name}`]),
  ...[...authorizations, ...laterAuthorizations].map((name): [string, string] => [
    '2026-07-28',
    `auth/${name}`,
  ]),
];

/** Those that do not apply, by the beginning of their names, each with its reason. */
export const notApplicable: Readonly<Record<string, string>> = {
  'elicitation-sep1034-client-defaults':
    'It wants answers to questions of a server. Agents decline them, because nobody is there to ask.',
  'sep-2640-': 'Skills are an extension, which is not offered.',
};
