/** Longest part of a mail in which its head is looked for. */
const mostBytes = 256 * 1024;

/** Returns where the head of a mail ends: at its first empty line, or with the mail. */
export const endOfHead = (mail: Buffer): number => {
  const head = mail.subarray(0, mostBytes);
  const ends = [head.indexOf('\r\n\r\n'), head.indexOf('\n\n')].filter((at) => at >= 0);
  return ends.length > 0 ? Math.min(...ends) : head.length;
};

const isUtf8 = (bytes: Buffer): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** The encoding in which old programs wrote a head: that of the text, or else the likeliest one. */
const detectEncoding = async (head: Buffer): Promise<string> => {
  const { default: iconv } = await import('iconv-lite');
  const stated = /charset\s*=\s*"?([\w.:-]{2,40})/i.exec(head.toString('latin1'))?.[1] ?? '';
  if (!/^(us-ascii|ascii|utf-?8)$/i.test(stated) && iconv.encodingExists(stated)) return stated;
  const { default: chardet } = await import('chardet');
  const guess = chardet.detect(head) ?? '';
  // A head is too short to tell Western encodings apart.
  return /^(iso-8859|windows-125|utf-|ascii)/i.test(guess) || !iconv.encodingExists(guess)
    ? 'windows-1252'
    : guess;
};

/** Returns the mail with a head in UTF-8. Old programs write words of other languages there without saying how. */
export const withReadableHead = async (mail: Buffer): Promise<Buffer> => {
  const end = endOfHead(mail);
  const head = mail.subarray(0, end);
  if (isUtf8(head)) return mail;
  const { default: iconv } = await import('iconv-lite');
  const text = iconv.decode(head, await detectEncoding(head));
  return Buffer.concat([Buffer.from(text, 'utf8'), mail.subarray(end)]);
};
