const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'text/html': 'html',
  'application/json': 'json',
  'application/zip': 'zip',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Returns the name that the other side gives a file, else the end of its address. */
export const nameOfDownload = ({
  disposition,
  url,
  type,
}: {
  /** The header `content-disposition`; empty when there is none. */
  disposition: string;
  url: URL;
  /** The type of the content, without parameters. */
  type: string;
}): string => {
  const extended = /filename\*\s*=\s*utf-8''([^;\s]{1,600})/i.exec(disposition)?.[1];
  if (extended !== undefined) return decoded(extended);
  const plain =
    /filename\s*=\s*"([^"]{1,300})"/i.exec(disposition)?.[1] ??
    /filename\s*=\s*([^;\s"]{1,300})/i.exec(disposition)?.[1];
  if (plain !== undefined) return plain;
  const last = decoded(url.pathname.split('/').at(-1) ?? '').trim();
  if (last.includes('.')) return last;
  return `${last === '' ? 'download' : last}.${endings[type] ?? 'bin'}`;
};
