import { createHash } from 'node:crypto';
import { PieceError } from '@atelier/pieces';
import type { ToolUse } from '../calls/make-call.ts';
import { keepFile } from '../calls/run-folder.ts';
import type { GivenData, KeepData } from './client/call-tool.ts';

/** The endings of names by type. Others get an ending that no program opens by itself. */
const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'application/zip': 'zip',
  'text/csv': 'csv',
  'text/plain': 'txt',
};

const plainType = (mimeType: string): string => mimeType.split(';')[0]?.trim().toLowerCase() ?? '';

/** The same name at every attempt of a call, and another for each call, so that nothing takes the place of another file. */
const nameOf = (
  tool: string,
  { key, nth }: { key: string; nth: number },
  { mimeType }: GivenData,
): string => {
  const call = createHash('sha256').update(key).digest('hex').slice(0, 6);
  const start = tool.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 60);
  return `${start}-${call}-${nth}.${endings[plainType(mimeType)] ?? 'bin'}`;
};

/** Keeps what a tool of a server returns besides text as files of the run. Where there is no run, or no room, it is left out and said so. */
export const keepData =
  (tool: string, { ctx, key, folder }: ToolUse): KeepData =>
  async (given, nth) => {
    const bytes = Buffer.from(given.data, 'base64');
    const named = `${given.what} (${given.mimeType}, ${Math.ceil(bytes.length / 1024)} KB)`;
    if (!folder) return { told: `[${named} was left out, because only runs keep files.]` };
    try {
      const name = nameOf(tool, { key, nth }, given);
      const file = await keepFile(ctx, folder, { name, mimeType: plainType(given.mimeType), bytes });
      return { told: `[${named} was kept as the file “${file.name}”, which people see.]`, file };
    } catch (error) {
      if (!(error instanceof PieceError)) throw error;
      return { told: `[${named} was left out. ${error.message}]` };
    }
  };
