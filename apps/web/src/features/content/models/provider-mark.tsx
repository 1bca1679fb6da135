/** Own marks of 24 by 24 units. The logos of the providers are trademarks, so each gets a plain figure that only has to be recognised again. */
const marks: Record<string, string> = {
  openai: 'M12 3 20 7.5v9L12 21l-8-4.5v-9Zm0 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z',
  azure: 'M13 3 4 20h6l6-10ZM15 13l-4 7h9Z',
  anthropic: 'M4 20 9 4h3L7 20Zm7 0 5-16h4l-5 16Z',
  google: 'M12 3a9 9 0 1 0 9 9h-9V9h8.5A9 9 0 0 0 12 3Z',
  mistral: 'M3 5h4v4h4v4h2V9h4V5h4v14h-4v-6h-3v3h-4v-3H7v6H3Z',
  bedrock: 'M12 3 21 8v3l-9 5-9-5V8Zm-9 11 9 5 9-5v2l-9 5-9-5Z',
  groq: 'M12 3a8 8 0 0 0-1 16v-4a4 4 0 1 1 5-4v5a5 5 0 0 1-5 5 9 9 0 0 0 9-9 8 8 0 0 0-8-9Z',
  ollama: 'M7 3h2l1 5h4l1-5h2v18h-3v-5h-4v5H7Z',
  'openai-compatible': 'M9 3v5H5v3a7 7 0 0 0 5.5 6.8V21h3v-3.2A7 7 0 0 0 19 11V8h-4V3h-2v5h-2V3Z',
  builtin: 'M4 4h16v6H4Zm0 10h16v6H4Zm3-8v2h3V6Zm0 10v2h3v-2Z',
  extractive:
    'M4 6h7v7a5 5 0 0 1-5 5H5v-3h1a2 2 0 0 0 2-2H4Zm9 0h7v7a5 5 0 0 1-5 5h-1v-3h1a2 2 0 0 0 2-2h-4Z',
};

/** The mark of a kind of providers. The name stands beside it, so it is hidden from screen readers. */
export const ProviderMark = ({ kind }: { kind: string }) => (
  <span className="tile accent-soft rounded square" aria-hidden="true">
    <svg viewBox="0 0 24 24" width="20" height="20" fill="currentColor" fillRule="evenodd">
      <path d={marks[kind] ?? marks['openai-compatible']} />
    </svg>
  </span>
);
