/** Endings that can be read, as the file picker takes them. */
export const acceptedEndings: string[] = [
  'pdf',
  ...['docx', 'docm', 'dotx', 'doc', 'dot', 'odt', 'ott', 'rtf', 'epub'],
  ...['pptx', 'pptm', 'ppsx', 'odp'],
  ...['xlsx', 'xlsm', 'xltx', 'xls', 'ods', 'csv', 'tsv', 'tab'],
  ...['html', 'htm', 'xhtml', 'md', 'markdown', 'mdx', 'txt', 'text', 'log'],
  ...['json', 'jsonl', 'ndjson'],
].map((ending) => `.${ending}`);

/** The same for a person. */
export const acceptedInWords = 'PDF, Word, PowerPoint, Excel, CSV, HTML, Markdown, text and JSON.';
