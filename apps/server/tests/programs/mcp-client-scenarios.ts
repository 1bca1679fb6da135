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
];

/** Those that do not apply, by the beginning of their names, each with its reason. */
export const notApplicable: Readonly<Record<string, string>> = {
  'elicitation-sep1034-client-defaults':
    'It wants answers to questions of a server. Agents decline them, because nobody is there to ask.',
  'auth/': 'MCP servers are called without authentication or with headers; OAuth is not offered.',
  'sep-2640-': 'Skills are an extension, which is not offered.',
};
