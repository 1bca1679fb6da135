/** Types that a browser may be told about; they are downloads all the same. */
const knownTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The content type of a download, by the ending of its name and never by what the uploader claimed. */
export const downloadType = (name: string): string => {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(knownTypes, ending)
    ? (knownTypes[ending] ?? 'application/octet-stream')
    : 'application/octet-stream';
};

const percentEncode = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Saves instead of showing, under the file's own name in every script (RFC 6266, RFC 5987). */
export const contentDisposition = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncode(name)}`;
};
