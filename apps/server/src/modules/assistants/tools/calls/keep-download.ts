import { createHash } from 'node:crypto';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { PieceError } from '@atelier/pieces';
import { isReadAsText, nameOfDownload } from '@atelier/pieces/files';
import type { ToolUse } from './make-call.ts';
import { keepFile } from './run-folder.ts';
import type { ToolResult } from './tool-outcome.ts';

/** The answer to an HTTP request whose content is no text: its bytes are in Base64. */
interface Download {
  bytes: Buffer;
  /** The type of the content, without parameters. */
  type: string;
  disposition: string;
}

const headerIn = (headers: JsonValue | undefined, name: string): string => {
  const value = isObject(headers) ? headers[name] : undefined;
  return typeof value === 'string' ? value : '';
};

/** Finds a download in what the action “send request” returns. A redirect is none. */
export const downloadIn = (answer: JsonValue): Download | undefined => {
  if (!isObject(answer)) return undefined;
  const { status, headers, body } = answer;
  if (typeof body !== 'string' || (typeof status === 'number' && status >= 300)) return undefined;
  const type = (headerIn(headers, 'content-type').split(';')[0] ?? '').trim().toLowerCase();
  if (isReadAsText(type)) return undefined;
  return { bytes: Buffer.from(body, 'base64'), type, disposition: headerIn(headers, 'content-disposition') };
};

/** The given name with a mark of the call before its ending, so that no download takes the place of another file. */
const buildFileName = (given: string, key: string): string => {
  const mark = createHash('sha256').update(key).digest('hex').slice(0, 6);
  const plain = given.replaceAll(/[/\\]/g, '-');
  const dot = plain.lastIndexOf('.');
  const [start, ending] = dot > 0 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, ''];
  return `${start.slice(0, 70)}-${mark}${ending.slice(0, 12)}`;
};

/** Keeps a download as a file of the run. Where there is no run, or no room, it is left out and said so. */
export const keepDownload = async (
  { bytes, type, disposition }: Download,
  url: URL,
  { ctx, key, folder }: ToolUse,
): Promise<ToolResult> => {
  const size = Math.ceil(bytes.length / 1024);
  const told = `The answer is a file (${type}, ${size} KB).`;
  const leftOut = (why: string): ToolResult => ({
    output: { type, bytes: bytes.length },
    text: `${told} It was left out. ${why}`,
  });
  if (!folder) return leftOut('Only runs of agents keep files.');
  try {
    const name = buildFileName(nameOfDownload({ disposition, url, type }), key);
    const file = await keepFile(ctx, folder, { name, mimeType: type, bytes });
    return { output: { file }, text: `${told} It was kept as “${file.name}”, which people see.` };
  } catch (error) {
    if (!(error instanceof PieceError)) throw error;
    return leftOut(error.message);
  }
};
