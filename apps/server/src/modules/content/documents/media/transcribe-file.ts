import { openAsBlob } from 'node:fs';
import { parseMeasures } from '@atelier/contracts/kernel/parse-measures';
import { type Block, DocumentError } from '@atelier/documents';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { transcription } from '../../models/index.ts';
import { type MediaWork, payOnce } from './pay-once.ts';
import { spokenBlocks } from './spoken-blocks.ts';

const SpokenLines = z.array(z.object({ start: z.number(), text: z.string() }));

/** Transcribes the file. Returns paragraphs with the second at which each begins. */
export const transcribeFile = async (
  run: RunContext,
  { import: row, file, path }: MediaWork,
  { seconds }: { seconds: number | null },
): Promise<Block[]> => {
  const key = { importId: row.id, sha256: row.sha256, part: 'transcript' };
  const text = await payOnce(run, key, async () => {
    const found = (await transcription.findModel(run.ctx)) ?? fail('knowledge.transcription_unavailable');
    const { lines, settle } = await transcription.transcribe(run.ctx, found, {
      recording: await openAsBlob(path),
      name: file.name,
      seconds: seconds ?? transcription.secondsOfSize(file),
      reference: `import ${row.id}`,
      knowledgeBaseId: row.knowledgeBaseId,
      signal: run.signal,
    });
    return { text: JSON.stringify(lines), settle };
  });
  const blocks = spokenBlocks(SpokenLines.parse(parseMeasures(text)));
  if (blocks.length === 0) throw new DocumentError('documents.nothing_said');
  return blocks;
};
