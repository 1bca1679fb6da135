/** Content types that may be sent to a browser. Files of these types are downloaded all the same; only a picture can be part of a screen. */
const knownTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Returns the content type of a download. It follows from the file's extension, never from the uploader's claim. */
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

/** Returns the header that makes a browser save the file under its own name, in any script (RFC 6266, RFC 5987). */
export const contentDisposition = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncode(name)}`;
};
